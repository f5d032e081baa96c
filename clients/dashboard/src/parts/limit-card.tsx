import type { Schemas } from '@gleaner/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as words from '../words/index.ts'
import { formatNumber } from './amounts.tsx'
import { Button } from './button.tsx'
import { Moment } from './moment.tsx'
import { ErrorNotice } from './notice.tsx'
import { FormButton } from './things/form-button.tsx'
import type { FormField, FormValues } from './things/things.ts'

type Limit = Schemas['SpendLimit']
type LimitInput = Schemas['SpendLimitInput']
const said = words.billing

export const LIMIT_FIELDS: readonly FormField[] = [
  { name: 'budget_limit_credits', label: said.limitCredits, hint: said.limitEmpty, kind: 'number' },
  { name: 'request_limit', label: said.limitRequests, hint: said.limitEmpty, kind: 'number' },
  {
    name: 'reset_period',
    label: said.period,
    kind: 'select',
    initial: 'monthly',
    options: Object.entries(said.periods).map(([value, label]) => ({ value, label })),
  },
]

const numberOf = (value: string | boolean | undefined) => (value ? Number(value) : null)

export const limitOf = (values: FormValues): LimitInput => ({
  budget_limit_credits: numberOf(values.budget_limit_credits),
  request_limit: numberOf(values.request_limit),
  reset_period: values.reset_period as Limit['reset_period'],
})

export const limitValues = (limit: Limit | null | undefined): FormValues => ({
  budget_limit_credits: String(limit?.budget_limit_credits ?? ''),
  request_limit: String(limit?.request_limit ?? ''),
  reset_period: limit?.reset_period ?? 'monthly',
})

/** What may be spent in a period, and what is. */
export function LimitCard({
  queryKey,
  lead,
  read,
  set,
  remove,
}: {
  queryKey: readonly string[]
  lead: string
  read: (signal: AbortSignal) => Promise<Limit | null>
  set: (limit: LimitInput) => Promise<unknown>
  remove: () => Promise<unknown>
}) {
  const cache = useQueryClient()
  const limit = useQuery({ queryKey, queryFn: ({ signal }) => read(signal) })
  const refresh = () => cache.invalidateQueries({ queryKey })
  const removing = useMutation({ mutationFn: remove, onSuccess: refresh })
  return (
    <section class="card stack">
      <p class="muted">{lead}</p>
      {limit.error && <ErrorNotice error={limit.error} again={() => limit.refetch()} />}
      {limit.data === null && <p>{said.noLimit}</p>}
      {limit.data && <Used limit={limit.data} />}
      {removing.error && <ErrorNotice error={removing.error} />}
      {limit.data !== undefined && (
        <div class="row">
          <FormButton
            key={limit.data?.updated_at}
            label={limit.data ? said.changeLimit : said.setLimit}
            fields={LIMIT_FIELDS}
            initial={limitValues(limit.data)}
            run={(values) => set(limitOf(values))}
            onDone={refresh}
          />
          {limit.data && (
            <Button kind="danger" busy={removing.isPending} onClick={() => removing.mutate()}>
              {said.removeLimit}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

function Used({ limit }: { limit: Limit }) {
  const { budget_limit_credits, request_limit, usage, reset_period } = limit
  const used = usage.used_credits + usage.held_credits
  return (
    <dl class="facts">
      <dt>{said.period}</dt>
      <dd>{said.periods[reset_period]}</dd>
      {budget_limit_credits !== null && (
        <>
          <dt>{said.limitCredits}</dt>
          <dd>{said.used(formatNumber(used), formatNumber(budget_limit_credits))}</dd>
        </>
      )}
      {request_limit !== null && (
        <>
          <dt>{said.limitRequests}</dt>
          <dd>{said.used(formatNumber(usage.requests), formatNumber(request_limit))}</dd>
        </>
      )}
      <dt>{said.resets}</dt>
      <dd>
        <Moment at={usage.resets_at} />
      </dd>
    </dl>
  )
}
