import type { Schemas } from '@gleaner/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { Link, useSearchParams } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { csvOfRecords } from '../../api/csv-of.ts'
import { saveFile } from '../../api/save-file.ts'
import { useList, withRows } from '../../api/use-list.ts'
import { Credits, formatNumber } from '../../parts/amounts.tsx'
import { Button } from '../../parts/button.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { SelectField } from '../../parts/field.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import * as words from '../../words/index.ts'

type Transaction = Schemas['Transaction']
type Kind = Transaction['kind']
const said = words.billing
const KINDS = Object.keys(said.kinds) as Kind[]
/** The most that the service gives at once. */
const PAGE = 100

const COLUMNS: readonly Column<Transaction>[] = [
  {
    key: 'when',
    title: said.columns.when,
    width: '90px',
    cell: ({ created_at }) => <Moment at={created_at} />,
  },
  { key: 'kind', title: said.columns.kind, width: '72px', cell: ({ kind }) => said.kinds[kind] },
  {
    key: 'note',
    title: said.columns.note,
    optional: true,
    cell: ({ note, job_id }) => (job_id ? <Link href={`/jobs/${job_id}`}>{note ?? job_id}</Link> : note),
  },
  {
    key: 'amount',
    title: said.columns.amount,
    width: '96px',
    numeric: true,
    cell: ({ amount_credits }) => <Credits value={amount_credits} unit={false} />,
  },
  {
    key: 'balance',
    title: said.columns.balance,
    width: '120px',
    numeric: true,
    optional: true,
    cell: ({ balance_after_credits }) => <Credits value={balance_after_credits} unit={false} />,
  },
]

const read = (kind: Kind | undefined, cursor: string | undefined, signal?: AbortSignal) =>
  gleaner().billing.transactions(
    { limit: PAGE, ...(kind && { kind }), ...(cursor && { cursor }) },
    signal ? { signal } : {},
  )

/** The ledger, read on as one scrolls. */
export function Transactions() {
  const [search, setSearch] = useSearchParams()
  const kind = KINDS.find((each) => each === search.get('kind'))
  const list = useList(['transactions', kind], async (page, signal) =>
    withRows('transactions', await read(kind, page.cursor, signal)),
  )
  return (
    <div class="stack">
      <div class="filters">
        <SelectField
          label={said.kind}
          value={kind ?? ''}
          onValue={(value) => setSearch({ tab: 'transactions', kind: value }, { replace: true })}
          options={[
            { value: '', label: said.allKinds },
            ...KINDS.map((value) => ({ value, label: said.kinds[value] })),
          ]}
        />
      </div>
      <div class="row">
        <Download kind={kind} />
      </div>
      {list.error && <ErrorNotice error={list.error} again={() => list.refetch()} />}
      <DataTable
        label={said.tabs.transactions}
        columns={COLUMNS}
        rows={list.rows}
        keyOf={({ id }) => id}
        onEnd={list.onEnd}
        empty={<Empty title={said.noTransactions} />}
      />
    </div>
  )
}

const CSV_COLUMNS = [
  'id',
  'created_at',
  'kind',
  'amount_credits',
  'amount_cents',
  'balance_after_credits',
  'job_id',
  'note',
] as const

/** The whole ledger of the kind as a file: read to its end, page by page. */
function Download({ kind }: { kind: Kind | undefined }) {
  const [count, setCount] = useState(0)
  const download = useMutation({
    mutationFn: async () => {
      const all: Transaction[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: Schemas['TransactionList'] = await read(kind, cursor)
        all.push(...page.transactions)
        setCount(all.length)
        cursor = page.next_cursor
      }
      saveFile(new Blob([csvOfRecords(CSV_COLUMNS, all)], { type: 'text/csv' }), 'gleaner-transactions.csv')
    },
  })
  return (
    <>
      <Button busy={download.isPending} onClick={() => download.mutate()}>
        {said.download}
      </Button>
      {download.isPending && <span class="muted small">{said.downloading(formatNumber(count))}</span>}
      {download.error && <ErrorNotice error={download.error} />}
    </>
  )
}
