import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { useList, withRows } from '../../api/use-list.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import * as words from '../../words/index.ts'
import { RULES } from './rules.tsx'

type Alert = Schemas['Alert']
const said = words.alerts

const COLUMNS: readonly Column<Alert>[] = [
  {
    key: 'state',
    title: said.columns.state,
    width: '110px',
    cell: ({ status }) => <StateWord state={status} />,
  },
  { key: 'rule', title: said.columns.name, width: '160px', cell: ({ rule_name }) => rule_name },
  {
    key: 'message',
    title: said.columns.message,
    width: 'minmax(160px, 2fr)',
    cell: ({ message }) => <span title={message}>{message}</span>,
  },
  {
    key: 'when',
    title: words.work.columns.when,
    width: '110px',
    optional: true,
    cell: ({ created_at }) => <Moment at={created_at} />,
  },
]

/** Rules that tell somebody when money runs low or jobs go wrong, and what they have told. */
export default function AlertsPage() {
  const history = useList(['alert-history'], async (page, signal) =>
    withRows('alerts', await gleaner().alerts.history(page, { signal })),
  )
  return (
    <>
      <ThingsPage things={RULES} />
      <section class="stack">
        <h2>{said.history}</h2>
        {history.error && <ErrorNotice error={history.error} again={() => history.refetch()} />}
        <DataTable
          label={said.history}
          columns={COLUMNS}
          rows={history.rows}
          onEnd={history.onEnd}
          keyOf={({ id }) => id}
          empty={<Empty title={said.noHistory} />}
        />
      </section>
    </>
  )
}
