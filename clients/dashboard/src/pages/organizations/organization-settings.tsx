import type { Schemas } from '@gleaner/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'wouter'
import { gleaner, queries } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import { FormButton } from '../../parts/things/form-button.tsx'
import { actFor, organization as actingFor } from '../../session/store.ts'
import * as words from '../../words/index.ts'

const said = words.organizations

/** Its name, and how one gets out of it. */
export function OrganizationSettings({ organization }: { organization: Schemas['Organization'] }) {
  const cache = useQueryClient()
  const { id, name, description, role } = organization
  return (
    <div class="stack">
      {role !== 'member' && (
        <section class="card stack">
          <dl class="facts">
            <dt>{said.name}</dt>
            <dd>{name}</dd>
            <dt>{said.description}</dt>
            <dd>{description ?? '–'}</dd>
          </dl>
          <div class="row">
            <FormButton
              label={said.edit}
              fields={[
                { name: 'name', label: said.name, required: true },
                { name: 'description', label: said.description, hint: said.descriptionHint },
              ]}
              initial={{ name, description: description ?? '' }}
              run={(values) =>
                gleaner().organizations.update(id, {
                  name: String(values.name),
                  description: String(values.description) || null,
                })
              }
              onDone={() => cache.invalidateQueries({ queryKey: ['organization', id] })}
            />
          </div>
        </section>
      )}
      <section class="card stack">
        <h2>{said.end}</h2>
        <p class="muted">{role === 'owner' ? said.deleteText : said.leaveText}</p>
        <div class="row">
          <Leave organization={organization} />
        </div>
      </section>
    </div>
  )
}

/** An owner deletes it, all others leave. */
function Leave({ organization: { id, role } }: { organization: Schemas['Organization'] }) {
  const [isAsked, setAsked] = useState(false)
  const [, navigate] = useLocation()
  const isOwner = role === 'owner'
  const leave = useMutation({
    mutationFn: () =>
      isOwner ? gleaner().organizations.delete(id, { confirm: true }) : gleaner().organizations.leave(id),
    onSuccess: () => {
      queries.clear()
      navigate('/organizations')
      if (actingFor() === id) actFor(undefined)
    },
  })
  const verb = isOwner ? said.delete : said.leave
  return (
    <>
      <Button kind="danger" onClick={() => setAsked(true)}>
        {verb}
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={isOwner ? said.deleteTitle : said.leaveTitle}
        text={isOwner ? said.deleteText : said.leaveText}
        verb={verb}
        busy={leave.isPending}
        error={leave.error ? <ErrorNotice error={leave.error} /> : undefined}
        onClose={() => setAsked(false)}
        onConfirm={() => leave.mutate()}
      />
    </>
  )
}
