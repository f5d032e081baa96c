import type { Schemas } from '@gleaner/sdk'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'preact/hooks'
import { Link } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { ErrorNotice, Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import * as words from '../../words/index.ts'
import { AddressBar } from './address-bar.tsx'
import { BrowserView } from './browser-view.tsx'
import { EndedLogin } from './ended-login.tsx'
import './by-hand.css'
import { KeepDialog } from './keep-dialog.tsx'
import { PageQuestions } from './page-questions.tsx'
import { type Frame, useViewer } from './use-viewer.ts'

const said = words.byHand
const SOON_SECONDS = 60

/** A browser that is open, from its first picture to the session that is kept. */
export function OpenLogin({ begun }: { begun: Schemas['ManualLogin'] }) {
  const draw = useRef<(frame: Frame) => void>(() => {})
  const viewer = useViewer(begun, (frame) => draw.current(frame))
  const [isKeeping, setKeeping] = useState(false)
  const [session, setSession] = useState<Schemas['Session']>()
  const keepButton = useRef<HTMLDivElement>(null)
  const end = useMutation({ mutationFn: () => gleaner().manualLogins.end(begun.id) })
  const { state } = viewer
  const login = state.login ?? begun
  const isOver = state.connection === 'over' || login.ended_at !== null
  const leave = () => keepButton.current?.querySelector('button')?.focus()
  return (
    <>
      <PageHead
        title={login.name}
        state={<StateWord state={login.status} label={said.states[login.status] ?? login.status} />}
        lead={!isOver && state.leftSeconds !== undefined && timeLeft(state.leftSeconds)}
      >
        {!isOver && (
          <div class="row" ref={keepButton}>
            <Button kind="main" disabled={login.status !== 'open'} onClick={() => setKeeping(true)}>
              {said.keep}
            </Button>
            <Button busy={end.isPending} onClick={() => end.mutate()}>
              {said.end}
            </Button>
          </div>
        )}
      </PageHead>
      {end.error && <ErrorNotice error={end.error} />}
      <Notices viewer={viewer} />
      {isOver ? (
        <EndedLogin login={login} session={session} fault={state.fault} />
      ) : (
        <div class="stack">
          <AddressBar viewer={viewer} />
          <BrowserView viewer={viewer} draw={draw} onLeave={leave} />
          <p class="small muted">
            {said.readers} <Link href="/sessions">{said.readersLink}</Link>
          </p>
          <PageQuestions viewer={viewer} />
        </div>
      )}
      {isKeeping && (
        <KeepDialog
          login={login}
          viewer={viewer}
          onClose={() => setKeeping(false)}
          onKept={(kept) => {
            setKeeping(false)
            setSession(kept)
            viewer.set({ connection: 'over', login: { ...login, status: 'kept', session_id: kept.id } })
          }}
        />
      )}
    </>
  )
}

const timeLeft = (seconds: number) => said.left(Math.floor(seconds / 60), seconds)

function Notices({ viewer }: { viewer: ReturnType<typeof useViewer> }) {
  const { connection, notice, idleLeftSeconds } = viewer.state
  return (
    <>
      {connection === 'connecting' && <Notice>{said.connecting}</Notice>}
      {connection === 'lost' && <Notice kind="warn">{said.lost}</Notice>}
      {connection === 'taken_over' && (
        <Notice kind="warn">
          <p>{said.takenOver}</p>
          <Button onClick={viewer.takeOver}>{said.takeBack}</Button>
        </Notice>
      )}
      {connection === 'open' && idleLeftSeconds !== undefined && idleLeftSeconds <= SOON_SECONDS && (
        <Notice kind="warn">{said.idleSoon(idleLeftSeconds)}</Notice>
      )}
      {notice && connection === 'open' && <Notice kind="warn">{said.notices[notice] ?? notice}</Notice>}
    </>
  )
}
