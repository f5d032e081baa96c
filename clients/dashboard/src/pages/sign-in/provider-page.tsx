import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'preact/hooks'
import { Link, useLocation } from 'wouter'
import { anonymous } from '../../api/client.ts'
import { messageOf } from '../../api/message-of.ts'
import { Button } from '../../parts/button.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { begin, type TokenReply } from '../../session/store.ts'
import * as words from '../../words/index.ts'
import { nextPath } from './next-path.ts'
import { PasswordField } from './password-field.tsx'
import { comeBack } from './provider.ts'
import { SecondFactor } from './second-factor.tsx'
import './sign-in.css'

type Reply = Awaited<ReturnType<typeof anonymous.auth.singleSignOn>>
type Asked = Exclude<Reply, { access_token: string }>

/** Where the provider sends people back to: signs in, or asks for what is still needed. */
export default function ProviderPage() {
  const [asked, setAsked] = useState<Asked>()
  const [next, setNext] = useState('/')
  const [, navigate] = useLocation()
  const signIn = useMutation({
    mutationFn: (answer: { ticket: string; answer: string }) => anonymous.auth.singleSignOn(answer),
    onSuccess: (reply) => take(reply),
  })
  const take = (reply: Asked | TokenReply) => {
    if (!('access_token' in reply)) return setAsked(reply)
    begin(reply)
    navigate(nextPath(next), { replace: true })
  }
  useEffect(() => {
    // Opened by hand: nobody has answered anything.
    if (location.search === '') return navigate('/sign-in', { replace: true })
    const kept = comeBack()
    setNext(kept.next)
    signIn.mutate({ ticket: kept.ticket, answer: location.search })
    // The answer is good once, and is nobody else's business.
    history.replaceState(null, '', location.pathname)
  }, [])
  if (asked && 'challenge' in asked)
    return (
      <div class="narrow stack">
        <SecondFactor challenge={asked.challenge} onSignedIn={take} />
      </div>
    )
  return (
    <div class="narrow stack">
      {asked ? (
        <Connect asked={asked} onReply={take} />
      ) : (
        <>
          <PageHead title={words.signIn.title} />
          {signIn.error ? (
            <>
              <Notice kind="bad">{messageOf(signIn.error)}</Notice>
              <p>
                <Link href="/sign-in">{words.signIn.otherWay}</Link>
              </p>
            </>
          ) : (
            <p role="status">{words.signIn.comingBack}</p>
          )}
        </>
      )}
    </div>
  )
}

/** The address has an account: whoever knows its password connects it. */
function Connect({
  asked,
  onReply,
}: {
  asked: Extract<Asked, { ticket: string }>
  onReply: (reply: Asked | TokenReply) => void
}) {
  const [password, setPassword] = useState('')
  const connect = useMutation({
    mutationFn: () => anonymous.auth.connectSingleSignOn({ ticket: asked.ticket, password }),
    onSuccess: onReply,
  })
  return (
    <>
      <PageHead title={words.signIn.connectTitle} lead={words.signIn.connectLead(asked.email)} />
      <form
        class="card stack"
        onSubmit={(event) => {
          event.preventDefault()
          connect.mutate()
        }}
      >
        <PasswordField value={password} onValue={setPassword} />
        {connect.error && <Notice kind="bad">{messageOf(connect.error)}</Notice>}
        <Button kind="main" type="submit" busy={connect.isPending}>
          {words.signIn.connectSubmit}
        </Button>
      </form>
      <p>
        <Link href="/forgot-password">{words.signIn.forgot}</Link>
      </p>
    </>
  )
}
