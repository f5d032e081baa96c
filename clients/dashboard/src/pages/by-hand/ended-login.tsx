import type { Schemas } from '@gleaner/sdk'
import { Link, useLocation } from 'wouter'
import { Button } from '../../parts/button.tsx'
import { ErrorNotice, Notice } from '../../parts/notice.tsx'
import * as words from '../../words/index.ts'

const said = words.byHand

/** What came of a login. `fault`: why it is not shown here, although it goes on. */
export function EndedLogin({
  login,
  session,
  fault,
}: {
  login: Schemas['ManualLogin']
  session?: Schemas['Session'] | undefined
  fault?: unknown
}) {
  const [, navigate] = useLocation()
  return (
    <div class="card stack">
      {session && <Notice kind="good">{said.done(session.name)}</Notice>}
      {fault !== undefined && <ErrorNotice error={fault} />}
      {!session && fault === undefined && <p>{login.error?.message ?? said.states[login.status]}</p>}
      <div class="row">
        <Link
          class="button main"
          href={login.session_id ? `/sessions/${login.session_id}/story` : '/sessions'}
        >
          {login.session_id ? said.toSession : said.toSessions}
        </Link>
        <Button onClick={() => navigate('/sessions/sign-in')}>{said.again}</Button>
      </div>
    </div>
  )
}
