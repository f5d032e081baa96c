import { useMutation } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { Link, useLocation } from 'wouter'
import { anonymous } from '../../api/client.ts'
import { messageOf } from '../../api/message-of.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { begin } from '../../session/store.ts'
import * as words from '../../words/index.ts'
import './sign-in.css'

/** Opening an account, at once or by a link in a mail, as the operator has decided. */
export default function RegisterPage() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [, navigate] = useLocation()
  const register = useMutation({
    mutationFn: () => anonymous.auth.register({ email, password }),
    onSuccess: (reply) => {
      if (!('access_token' in reply)) return
      begin(reply)
      navigate('/', { replace: true })
    },
  })
  return (
    <div class="narrow stack">
      <PageHead title={words.signIn.registerTitle} lead={words.signIn.registerHint} />
      {register.data && !('access_token' in register.data) ? (
        <Notice kind="good">{words.signIn.confirmSent}</Notice>
      ) : (
        <form
          class="card stack"
          onSubmit={(event) => {
            event.preventDefault()
            register.mutate()
          }}
        >
          <TextField
            label={words.signIn.email}
            type="email"
            autocomplete="username"
            required
            value={email}
            onValue={setEmail}
          />
          <TextField
            label={words.signIn.password}
            hint={words.signIn.passwordHint}
            type="password"
            autocomplete="new-password"
            required
            value={password}
            onValue={setPassword}
          />
          {register.error && <Notice kind="bad">{messageOf(register.error)}</Notice>}
          <Button kind="main" type="submit" busy={register.isPending}>
            {words.signIn.registerSubmit}
          </Button>
        </form>
      )}
      <p>
        {words.signIn.hasAccount} <Link href="/sign-in">{words.signIn.title}</Link>
      </p>
    </div>
  )
}
