import type { Schemas } from '@gleaner/sdk'
import { Link } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { Credits } from '../../parts/amounts.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ErrorNotice, Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import * as words from '../../words/index.ts'
import { usePolled } from './polled.ts'
import { Tiles } from './tiles.tsx'

const said = words.operate.ledger
type Ledger = Schemas['LedgerState']

const COLUMNS: readonly Column<Ledger['discrepancies'][number]>[] = [
  { key: 'what', title: said.columns.what, cell: ({ what }) => <span title={what}>{what}</span> },
  {
    key: 'account',
    title: said.columns.account,
    cell: ({ account_id }) => <Link href={`/operate/accounts/${account_id}`}>{account_id}</Link>,
  },
  {
    key: 'subject',
    title: said.columns.subject,
    optional: true,
    cell: ({ subject }) => <span class="mono">{subject}</span>,
  },
]

/** Whether the ledger adds up. */
export default function LedgerPage() {
  const ledger = usePolled(['operate', 'ledger'], (signal) => gleaner().operator.ledger({ signal }))
  const { data } = ledger
  return (
    <>
      <PageHead
        title={said.title}
        lead={said.lead}
        state={data && <StateWord state={data.status} label={said.states[data.status]!} />}
      />
      {ledger.error && <ErrorNotice error={ledger.error} again={() => ledger.refetch()} />}
      {data && <Figures ledger={data} />}
      <DataTable
        label={said.differences}
        columns={COLUMNS}
        rows={data?.discrepancies}
        keyOf={({ account_id, subject, what }) => `${account_id} ${subject} ${what}`}
        empty={<Empty title={said.empty} />}
      />
    </>
  )
}

function Figures({ ledger }: { ledger: Ledger }) {
  const left = ledger.held_credits - ledger.held_by_work
  return (
    <div class="stack">
      {left !== 0 && <Notice kind="bad">{said.left(String(left))}</Notice>}
      {ledger.status === 'late' && <Notice kind="warn">{said.isLate}</Notice>}
      <Tiles
        tiles={[
          [said.audited, <Moment key="at" at={ledger.audited_at} />],
          [said.passed, ledger.passed_at ? <Moment key="at" at={ledger.passed_at} /> : said.notYet],
          [
            said.available,
            <Credits key="credits" value={ledger.available_credits} unit={false} />,
            said.credits,
          ],
          [
            said.held,
            <Credits key="credits" value={ledger.held_credits} unit={false} />,
            said.byWork(String(ledger.held_by_work)),
          ],
          [said.charged, <Credits key="credits" value={ledger.charged_credits} unit={false} />, said.credits],
          [said.owed, <Credits key="credits" value={ledger.owed_credits} unit={false} />, said.credits],
        ]}
      />
    </div>
  )
}
