import type { Schemas } from '@gleaner/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { gleaner } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import * as words from '../../words/index.ts'

const said = words.settings.webhooks

/** What receivers verify requests with: read when it is asked for, and rotated with an overlap. */
export function SigningSecret() {
  const [isAsked, setAsked] = useState(false)
  const [secret, setSecret] = useState<Schemas['WebhookSecret']>()
  const show = useMutation({ mutationFn: () => gleaner().webhooks.secret(), onSuccess: setSecret })
  const rotate = useMutation({
    mutationFn: () => gleaner().webhooks.rotateSecret(),
    onSuccess: (made) => {
      setAsked(false)
      setSecret(made)
    },
  })
  return (
    <section class="card stack">
      <h2>{said.secret}</h2>
      <p class="muted">{said.secretLead}</p>
      {show.error && <ErrorNotice error={show.error} />}
      {secret && <Copyable block text={secret.secret} />}
      {secret?.previous_expires_at && (
        <p>
          {said.until} <Moment at={secret.previous_expires_at} />
        </p>
      )}
      <div class="row">
        {!secret && (
          <Button busy={show.isPending} onClick={() => show.mutate()}>
            {said.show}
          </Button>
        )}
        <Button onClick={() => setAsked(true)}>{said.rotate}</Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        title={said.rotateTitle}
        text={said.rotateText}
        verb={said.rotate}
        busy={rotate.isPending}
        error={rotate.error ? <ErrorNotice error={rotate.error} /> : undefined}
        onClose={() => setAsked(false)}
        onConfirm={() => rotate.mutate()}
      />
    </section>
  )
}
