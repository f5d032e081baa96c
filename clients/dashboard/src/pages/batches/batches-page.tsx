import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { withRows } from '../../api/use-list.ts'
import { StateWord } from '../../parts/state-word.tsx'
import type { Things } from '../../parts/things/things.ts'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import * as words from '../../words/index.ts'
import { workColumns } from './work-columns.tsx'

const said = words.work.batches

const BATCHES: Things<Schemas['BatchListEntry']> = {
  key: 'batches',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  example: said.example,
  list: async (page, signal) => withRows('batches', await gleaner().batches.list(page, { signal })),
  pageRows: 50,
  idOf: ({ batch_id }) => batch_id,
  hrefOf: ({ batch_id }) => `/batches/${batch_id}`,
  columns: [
    {
      key: 'state',
      title: words.work.columns.state,
      width: '104px',
      cell: ({ status }) => <StateWord state={status} />,
    },
    {
      key: 'id',
      title: words.jobs.facts.batch,
      cell: ({ batch_id, external_id }) => <span class="mono">{external_id ?? batch_id}</span>,
    },
    ...workColumns<Schemas['BatchListEntry']>(({ total, pending }) => [total - pending, total]),
  ],
  addAt: { label: said.add, href: '/batches/new' },
}

export default function BatchesPage() {
  return <ThingsPage things={BATCHES} />
}
