import { useMutation } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { anonymous } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { ErrorNotice, Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import * as words from '../../words/index.ts'
import './sign-in.css'

/** Asks for a mail with a link that resets the password. */
export default function ForgotPage() {
  const [email, setEmail] = useState('')
  const ask = useMutation({ mutationFn: () => anonymous.auth.forgotPassword({ email }) })
  return (
    <div class="narrow stack">
      <PageHead title={words.signIn.forgotTitle} />
      {ask.isSuccess ? (
        <Notice kind="good">{words.signIn.forgotSent}</Notice>
      ) : (
        <form
          class="card stack"
          onSubmit={(event) => {
            event.preventDefault()
            ask.mutate()
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
          {ask.error && <ErrorNotice error={ask.error} />}
          <Button kind="main" type="submit" busy={ask.isPending}>
            {words.signIn.forgotSubmit}
          </Button>
        </form>
      )}
    </div>
  )
}
