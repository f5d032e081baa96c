import { Link, useSearchParams } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { useList, withRows } from '../../api/use-list.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import * as words from '../../words/index.ts'
import { DELIVERY_COLUMNS } from './delivery-columns.tsx'
import { EndpointField } from './endpoint-field.tsx'
import { type Filters, readFilters } from './filters.ts'
import { ReplaySpan } from './replay-span.tsx'

const said = words.deliveries
const STATES = ['', 'pending', 'retrying', 'delivered', 'failed', 'cancelled'] as const

/** What receivers were told, the newest first, by what narrows it. */
export default function DeliveriesPage() {
  const [search, setSearch] = useSearchParams()
  const filters = readFilters(search)
  const list = useList(['deliveries', filters], async (page, signal) =>
    withRows(
      'deliveries',
      await gleaner().webhookDeliveries.list({ ...filters, ...page } as never, { signal }),
    ),
  )
  return (
    <>
      <PageHead title={said.title} lead={said.lead}>
        <ReplaySpan filters={filters} />
      </PageHead>
      <FilterBar
        filters={filters}
        onFilters={(next) => setSearch(next as Record<string, string>, { replace: true })}
      />
      {list.error && <ErrorNotice error={list.error} again={() => list.refetch()} />}
      <DataTable
        label={said.title}
        columns={DELIVERY_COLUMNS}
        rows={list.rows}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/deliveries/${id}`}
        onEnd={list.onEnd}
        empty={
          <Empty title={said.empty} example={said.example}>
            <Link class="button main" href="/webhooks">
              {said.toEndpoints}
            </Link>
          </Empty>
        }
      />
    </>
  )
}

function FilterBar({ filters, onFilters }: { filters: Filters; onFilters: (filters: Filters) => void }) {
  const set = (changes: Filters) =>
    onFilters(Object.fromEntries(Object.entries({ ...filters, ...changes }).filter(([, value]) => value)))
  return (
    <search class="filters">
      <SelectField
        label={said.columns.state}
        value={filters.status ?? ''}
        onValue={(status) => set({ status })}
        options={STATES.map((value) => ({
          value: value as string,
          label: value === '' ? words.deliveries.any : words.states[value]!,
        }))}
      />
      <TextField
        label={said.columns.event}
        placeholder="job.failed"
        value={filters.event ?? ''}
        onValue={(event) => set({ event })}
      />
      <EndpointField value={filters.webhook_id ?? ''} onValue={(webhook_id) => set({ webhook_id })} />
      <TextField
        label={said.from}
        type="date"
        value={filters.created_after ?? ''}
        onValue={(created_after) => set({ created_after })}
      />
      <TextField
        label={said.to}
        type="date"
        value={filters.created_before ?? ''}
        onValue={(created_before) => set({ created_before })}
      />
      <Of filters={filters} onFilters={set} />
    </search>
  )
}

/** What it is about, where the list was opened from there. */
function Of({ filters, onFilters }: { filters: Filters; onFilters: (filters: Filters) => void }) {
  const about = (['job_id', 'batch_id', 'crawl_id'] as const).filter((name) => filters[name])
  return (
    <>
      {about.map((name) => (
        <TextField
          key={name}
          label={said.about[name]}
          value={filters[name]!}
          onValue={(value) => onFilters({ [name]: value })}
        />
      ))}
    </>
  )
}
