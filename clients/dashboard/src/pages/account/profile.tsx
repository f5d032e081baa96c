import type { Schemas } from '@gleaner/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'wouter'
import { gleaner, queries } from '../../api/client.ts'
import { saveFile } from '../../api/save-file.ts'
import { Button } from '../../parts/button.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ErrorNotice, Notice } from '../../parts/notice.tsx'
import { FormButton } from '../../parts/things/form-button.tsx'
import { end } from '../../session/store.ts'
import * as words from '../../words/index.ts'
import { proofOf, useProof } from './proof.ts'

const said = words.account

/** Who one is, and what is kept. */
export function Profile({ me }: { me: Schemas['Me'] }) {
  const cache = useQueryClient()
  const proof = useProof()
  const [mailedTo, setMailedTo] = useState<string>()
  return (
    <div class="stack">
      <section class="card stack">
        <dl class="facts">
          <dt>{said.name}</dt>
          <dd>{me.name ?? <span class="muted">{said.noName}</span>}</dd>
          <dt>{said.email}</dt>
          <dd>{me.email}</dd>
          <dt>{said.since}</dt>
          <dd>
            <Moment at={me.created_at} />
          </dd>
          <dt>{said.id}</dt>
          <dd>
            <Copyable text={me.account_id} />
          </dd>
        </dl>
        {mailedTo && <Notice kind="good">{said.emailSent(mailedTo)}</Notice>}
        <div class="row">
          <FormButton
            label={said.rename}
            fields={[{ name: 'name', label: said.name, required: true, autocomplete: 'name' }]}
            initial={{ name: me.name ?? '' }}
            run={({ name }) => gleaner().auth.updateMe({ name: String(name) })}
            onDone={() => cache.invalidateQueries({ queryKey: ['own-me'] })}
          />
          <FormButton
            label={said.changeEmail}
            fields={[
              { name: 'email', label: said.newEmail, kind: 'email', required: true, autocomplete: 'email' },
              ...proof,
            ]}
            run={async (values) => {
              await gleaner().auth.changeEmail({ email: String(values.email), ...proofOf(values) })
              return String(values.email)
            }}
            onDone={(email) => setMailedTo(String(email))}
          />
        </div>
      </section>
      <YourData />
    </div>
  )
}

function YourData() {
  const [, navigate] = useLocation()
  const proof = useProof()
  const download = useMutation({
    mutationFn: async () => saveFile(await (await gleaner().account.export()).blob(), 'gleaner-account.json'),
  })
  return (
    <section class="card stack">
      <h2>{said.data}</h2>
      <p class="muted">{said.exportHint}</p>
      {download.error && <ErrorNotice error={download.error} />}
      <div class="row">
        <Button busy={download.isPending} onClick={() => download.mutate()}>
          {said.export}
        </Button>
        <FormButton
          label={said.delete}
          kind="danger"
          lead={said.deleteHint}
          fields={[{ name: 'confirm', label: said.deleteAgreed, kind: 'check' }, ...proof]}
          run={(values) =>
            gleaner().auth.deleteAccount({ ...proofOf(values), confirm: values.confirm === true })
          }
          onDone={() => {
            queries.clear()
            end()
            navigate('/sign-in?said=gone')
          }}
        />
      </div>
    </section>
  )
}
