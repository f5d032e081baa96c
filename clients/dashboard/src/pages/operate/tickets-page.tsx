import type { Schemas } from '@gleaner/sdk'
import { Link, useSearchParams } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { SelectField } from '../../parts/field.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import * as words from '../../words/index.ts'
import { TicketState } from '../support/ticket-state.tsx'
import { usePolled } from './polled.ts'

const said = words.support
type Ticket = Schemas['OperatedTicket']
/** The most that the service gives. */
const MOST = 100
const STATUSES = ['open', 'answered', 'closed'] as const

const COLUMNS: readonly Column<Ticket>[] = [
  {
    key: 'state',
    title: said.columns.state,
    width: '110px',
    cell: ({ status }) => <TicketState status={status} />,
  },
  {
    key: 'subject',
    title: said.columns.subject,
    cell: ({ subject }) => <span title={subject}>{subject}</span>,
  },
  {
    key: 'category',
    title: said.columns.category,
    width: '90px',
    optional: true,
    cell: ({ category }) => said.categories[category],
  },
  {
    key: 'who',
    title: said.columns.who,
    optional: true,
    cell: ({ account_id, email }) =>
      account_id ? <Link href={`/operate/accounts/${account_id}`}>{account_id}</Link> : email,
  },
  {
    key: 'changed',
    title: said.columns.changed,
    width: '110px',
    cell: ({ updated_at }) => <Moment at={updated_at} />,
  },
]

/** Who waits for an answer, the longest first. */
export default function TicketsPage() {
  const [search, setSearch] = useSearchParams()
  const status = STATUSES.find((each) => each === search.get('status'))
  const tickets = usePolled(['operate', 'tickets', status], (signal) =>
    gleaner().operator.tickets({ limit: MOST, ...(status && { status }) }, { signal }),
  )
  const rows = tickets.data?.tickets
  return (
    <>
      <PageHead title={said.operate.title} lead={said.operate.lead} />
      <search class="filters">
        <SelectField
          label={said.columns.state}
          value={status ?? ''}
          onValue={(value) => setSearch(value ? { status: value } : {}, { replace: true })}
          options={[
            { value: '', label: said.operate.notClosed },
            ...STATUSES.map((value) => ({ value, label: said.stateNames[value]! })),
          ]}
        />
      </search>
      {tickets.error && <ErrorNotice error={tickets.error} again={() => tickets.refetch()} />}
      <DataTable
        label={said.operate.title}
        columns={COLUMNS}
        rows={rows}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/operate/tickets/${id}`}
        empty={<Empty title={said.operate.empty} />}
      />
      {rows?.length === MOST && <p class="muted small">{words.common.onlyFirst(MOST)}</p>}
    </>
  )
}
