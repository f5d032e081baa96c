import { useMutation } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { anonymous } from '../../api/client.ts'
import { messageOf } from '../../api/message-of.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import type { TokenReply } from '../../session/store.ts'
import * as words from '../../words/index.ts'
import './sign-in.css'

/** Asks for a code of the authenticator, once the first step of a sign-in is done. */
export function SecondFactor({
  challenge,
  onSignedIn,
}: {
  challenge: string
  onSignedIn: (reply: TokenReply) => void
}) {
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () => anonymous.auth.loginSecondFactor({ challenge, code: code.trim() }),
    onSuccess: onSignedIn,
  })
  return (
    <>
      <PageHead title={words.signIn.secondFactorTitle} />
      <form
        class="card stack"
        onSubmit={(event) => {
          event.preventDefault()
          confirm.mutate()
        }}
      >
        <TextField
          label={words.signIn.secondFactorLabel}
          autocomplete="one-time-code"
          inputMode="text"
          required
          value={code}
          onValue={setCode}
        />
        {confirm.error && <Notice kind="bad">{messageOf(confirm.error)}</Notice>}
        <Button kind="main" type="submit" busy={confirm.isPending}>
          {words.signIn.secondFactorSubmit}
        </Button>
      </form>
    </>
  )
}
