import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Link, useLocation, useSearchParams } from 'wouter'
import { anonymous } from '../../api/client.ts'
import { messageOf } from '../../api/message-of.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { begin, type TokenReply } from '../../session/store.ts'
import * as words from '../../words/index.ts'
import { askPasskey, canOffer } from './ask-passkey.ts'
import { nextPath } from './next-path.ts'
import { PasswordField } from './password-field.tsx'
import { goToProvider } from './provider.ts'
import { SecondFactor } from './second-factor.tsx'
import './sign-in.css'

/** Signing in: password or passkey, then the second factor where there is one. */
export default function SignInPage() {
  const [challenge, setChallenge] = useState<string>()
  const [, navigate] = useLocation()
  const [search] = useSearchParams()
  const signedIn = (reply: TokenReply) => {
    begin(reply)
    navigate(nextPath(search.get('next')), { replace: true })
  }
  return (
    <div class="narrow stack">
      {search.get('said') === 'gone' && <Notice kind="good">{words.account.gone}</Notice>}
      {challenge ? (
        <SecondFactor challenge={challenge} onSignedIn={signedIn} />
      ) : (
        <Credentials onChallenge={setChallenge} onSignedIn={signedIn} />
      )}
    </div>
  )
}

function Credentials({
  onChallenge,
  onSignedIn,
}: {
  onChallenge: (challenge: string) => void
  onSignedIn: (reply: TokenReply) => void
}) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const login = useMutation({
    mutationFn: () => anonymous.auth.login({ email, password }),
    onSuccess: (reply) => ('challenge' in reply ? onChallenge(reply.challenge) : onSignedIn(reply)),
  })
  const offered = usePasskeyOffer(onSignedIn)
  const passkey = useMutation({
    mutationFn: async () => {
      // One question at a time: the browser refuses a second one.
      offered.current?.abort()
      return await askPasskey()
    },
    onSuccess: onSignedIn,
  })
  const wrong = (login.error as { status?: number } | null)?.status === 401
  return (
    <>
      <PageHead title={words.signIn.title} />
      <form
        class="card stack"
        onSubmit={(event) => {
          event.preventDefault()
          login.mutate()
        }}
      >
        <TextField
          label={words.signIn.email}
          type="email"
          autocomplete="username webauthn"
          required
          value={email}
          onValue={setEmail}
        />
        <PasswordField value={password} onValue={setPassword} />
        {login.error && <Notice kind="bad">{wrong ? words.signIn.wrong : messageOf(login.error)}</Notice>}
        {passkey.error && <Notice kind="bad">{words.signIn.passkeyFailed}</Notice>}
        <Button kind="main" type="submit" busy={login.isPending}>
          {words.signIn.submit}
        </Button>
        {'PublicKeyCredential' in window && (
          <Button busy={passkey.isPending} onClick={() => passkey.mutate()}>
            {words.signIn.passkey}
          </Button>
        )}
        <ProviderButton />
      </form>
      <p>
        {words.signIn.noAccount} <Link href="/sign-up">{words.signIn.registerTitle}</Link>
      </p>
      <p>
        <Link href="/forgot-password">{words.signIn.forgot}</Link>
      </p>
    </>
  )
}

/** Where the operator has a provider. */
function ProviderButton() {
  const [search] = useSearchParams()
  const server = useQuery({ queryKey: ['server'], queryFn: ({ signal }) => anonymous.server({ signal }) })
  const go = useMutation({ mutationFn: () => goToProvider(nextPath(search.get('next'))) })
  const provider = server.data?.single_sign_on
  if (!provider) return null
  return (
    <>
      <Button busy={go.isPending || go.isSuccess} onClick={() => go.mutate()}>
        {words.signIn.byProvider(provider.name)}
      </Button>
      {go.error && <Notice kind="bad">{messageOf(go.error)}</Notice>}
    </>
  )
}

/** Whoever has a passkey signs in without a letter: the browser offers it in the field of the address. Nothing is said if nobody takes it. */
function usePasskeyOffer(onSignedIn: (reply: TokenReply) => void) {
  const offer = useRef<AbortController>(undefined)
  const latest = useRef(onSignedIn)
  latest.current = onSignedIn
  useEffect(() => {
    const ended = new AbortController()
    offer.current = ended
    canOffer()
      .then(async (can) => can && latest.current(await askPasskey({ isOffered: true, signal: ended.signal })))
      .catch(() => undefined)
    return () => ended.abort()
  }, [])
  return offer
}
