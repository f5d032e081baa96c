import { useState } from 'preact/hooks'
import { gleaner } from '../../api/client.ts'
import { Notice } from '../../parts/notice.tsx'
import { FormButton } from '../../parts/things/form-button.tsx'
import { begin, type TokenReply } from '../../session/store.ts'
import * as words from '../../words/index.ts'
import { Passkeys } from './passkeys.tsx'
import { useProof } from './proof.ts'
import { Totp } from './totp.tsx'

const said = words.account

/** How one signs in: password, passkeys, authenticator app. */
export function Security() {
  return (
    <div class="stack">
      <Password />
      <Passkeys />
      <Totp />
    </div>
  )
}

function Password() {
  const proof = useProof()
  const [isChanged, setChanged] = useState(false)
  return (
    <section class="card stack">
      <h2>{said.password}</h2>
      <p class="muted">{said.passwordHint}</p>
      {isChanged && <Notice kind="good">{said.changed}</Notice>}
      <div class="row">
        <FormButton
          label={said.changePassword}
          fields={[
            ...proof.map((field) =>
              field.name === 'password' ? { ...field, name: 'current_password' } : field,
            ),
            {
              name: 'new_password',
              label: said.newPassword,
              hint: words.signIn.passwordHint,
              kind: 'password',
              autocomplete: 'new-password',
              required: true,
            },
          ]}
          run={({ current_password, new_password, code }) =>
            gleaner().auth.changePassword({
              current_password: String(current_password),
              new_password: String(new_password),
              ...(code && { code: String(code) }),
            })
          }
          onDone={(reply) => {
            // The tokens of before have ended with the password.
            begin(reply as TokenReply)
            setChanged(true)
          }}
        />
      </div>
    </section>
  )
}
