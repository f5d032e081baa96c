import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { gleaner } from '../../api/client.ts'
import { issuesOf } from '../../api/message-of.ts'
import { formatNumber } from '../../parts/amounts.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { ErrorNotice, Notice } from '../../parts/notice.tsx'
import * as words from '../../words/index.ts'
import { EndpointField } from './endpoint-field.tsx'
import type { Filters } from './filters.ts'

const said = words.deliveries.span
const ENDS = ['failed', 'delivered', 'cancelled'] as const
const DAY_MS = 86_400_000
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Sends what was delivered, or was not, in a span of time again. */
export function ReplaySpan({ filters }: { filters: Filters }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{said.open}</Button>
      <Dialog title={said.title} open={isOpen} onClose={() => setOpen(false)}>
        <Form filters={filters} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Form({ filters, onClose }: { filters: Filters; onClose: () => void }) {
  const cache = useQueryClient()
  const [values, setValues] = useState({
    from: filters.created_after ?? day(Date.now()),
    to: filters.created_before ?? day(Date.now() + DAY_MS),
    status: ENDS.find((each) => each === filters.status) ?? 'failed',
    event: filters.event ?? '',
    webhook_id: filters.webhook_id ?? '',
  })
  const set = (changes: Partial<typeof values>) => setValues({ ...values, ...changes })
  const replay = useMutation({
    mutationFn: () => {
      const { event, webhook_id, ...span } = values
      return gleaner().webhookDeliveries.replayAll({
        ...span,
        ...(event && { event }),
        ...(webhook_id && { webhook_id }),
      })
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: ['deliveries'] }),
  })
  const issues = issuesOf(replay.error)
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        replay.mutate()
      }}
    >
      <p class="muted">{said.lead}</p>
      <TextField
        label={words.deliveries.from}
        type="date"
        required
        value={values.from}
        error={issues.get('from')}
        onValue={(from) => set({ from })}
      />
      <TextField
        label={words.deliveries.to}
        hint={said.notIncluded}
        type="date"
        required
        value={values.to}
        error={issues.get('to')}
        onValue={(to) => set({ to })}
      />
      <SelectField
        label={words.deliveries.columns.state}
        value={values.status}
        onValue={(status) => set({ status })}
        options={ENDS.map((value) => ({ value, label: words.states[value]! }))}
      />
      <TextField
        label={words.deliveries.columns.event}
        placeholder="job.failed"
        value={values.event}
        error={issues.get('event')}
        onValue={(event) => set({ event })}
      />
      <EndpointField value={values.webhook_id} onValue={(webhook_id) => set({ webhook_id })} />
      {replay.error && issues.size === 0 && <ErrorNotice error={replay.error} />}
      {replay.data && (
        <Notice kind="good">
          {said.done(formatNumber(replay.data.replayed), formatNumber(replay.data.skipped))}
        </Notice>
      )}
      <div class="row end">
        <Button onClick={onClose}>{words.common.close}</Button>
        <Button kind="main" type="submit" busy={replay.isPending}>
          {said.send}
        </Button>
      </div>
    </form>
  )
}
