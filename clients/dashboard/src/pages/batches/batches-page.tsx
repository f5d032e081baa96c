import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { StateWord } from '../../parts/state-word.tsx'
import type { Things } from '../../parts/things/things.ts'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import { words } from '../../words/index.ts'
import { workColumns } from './work-columns.tsx'

const said = words.work.batches

const BATCHES: Things<Schemas['BatchListEntry']> = {
  key: 'batches',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  example: said.example,
  list: async (signal) => (await gleaner().batches.list({ limit: 50 }, { signal })).batches,
  idOf: ({ batch_id }) => batch_id,
  hrefOf: ({ batch_id }) => `/batches/${batch_id}`,
  columns: [
    {
      key: 'state',
      title: words.work.columns.state,
      width: '120px',
      cell: ({ status }) => <StateWord state={status} />,
    },
    {
      key: 'id',
      title: said.title,
      cell: ({ batch_id, external_id }) => <span class="mono">{external_id ?? batch_id}</span>,
    },
    ...workColumns<Schemas['BatchListEntry']>(({ total, pending }) => [total - pending, total]),
  ],
  addAt: { label: said.add, href: '/batches/new' },
}

export default function BatchesPage() {
  return <ThingsPage things={BATCHES} />
}
