import { gleaner } from '../../api/client.ts'
import { useList, withRows } from '../../api/use-list.ts'
import { Credits } from '../../parts/amounts.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import * as words from '../../words/index.ts'

const said = words.billing
const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })

/** Each payment with its page to print. */
export function Receipts() {
  const list = useList(['receipts'], async (page, signal) =>
    withRows('receipts', await gleaner().billing.receipts(page, { signal })),
  )
  return (
    <div class="stack">
      {list.error && <ErrorNotice error={list.error} again={() => list.refetch()} />}
      <DataTable
        label={said.tabs.receipts}
        columns={[
          {
            key: 'number',
            title: said.receiptColumns.number,
            cell: ({ number, url }) => (
              <a href={url} target="_blank" rel="noreferrer">
                {number}
              </a>
            ),
          },
          {
            key: 'paid',
            title: said.receiptColumns.paid,
            width: '110px',
            optional: true,
            cell: ({ paid_at }) => <Moment at={paid_at} />,
          },
          {
            key: 'state',
            title: said.receiptColumns.state,
            width: '120px',
            optional: true,
            cell: ({ status }) => <StateWord state={status} />,
          },
          {
            key: 'amount',
            title: said.receiptColumns.amount,
            width: '90px',
            numeric: true,
            cell: ({ amount_cents }) => <span class="mono">{dollars.format(amount_cents / 100)}</span>,
          },
          {
            key: 'credits',
            title: said.receiptColumns.credits,
            width: '100px',
            numeric: true,
            optional: true,
            cell: ({ credits }) => <Credits value={credits} unit={false} />,
          },
        ]}
        rows={list.rows}
        onEnd={list.onEnd}
        keyOf={({ id }) => id}
        empty={<Empty title={said.noReceipts} />}
      />
    </div>
  )
}
