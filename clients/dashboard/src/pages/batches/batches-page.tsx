import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { Credits, formatNumber } from '../../parts/amounts.tsx'
import { Moment } from '../../parts/moment.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { type Things, wordsOf } from '../../parts/things/things.ts'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import { words } from '../../words/index.ts'

const said = words.work.batches

const BATCHES: Things<Schemas['BatchListEntry']> = {
  key: 'batches',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  example: said.example,
  list: async (signal) => (await gleaner().batches.list({ limit: 100 }, { signal })).batches,
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
    {
      key: 'items',
      title: words.work.columns.items,
      numeric: true,
      width: '120px',
      cell: ({ total, pending }) => words.work.progress(formatNumber(total - pending), formatNumber(total)),
    },
    {
      key: 'credits',
      title: words.work.columns.credits,
      numeric: true,
      width: '80px',
      cell: ({ credits_used }) => <Credits value={credits_used} unit={false} />,
    },
    {
      key: 'when',
      title: words.work.columns.when,
      width: '110px',
      optional: true,
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ],
  add: {
    label: said.add,
    fields: [
      {
        name: 'urls',
        label: said.urls,
        hint: said.urlsHint,
        kind: 'area',
        required: true,
        placeholder: said.example,
      },
      { name: 'formats', label: said.formats, initial: 'markdown' },
      { name: 'webhook_url', label: said.webhook, placeholder: 'https://' },
    ],
    create: ({ urls, formats, webhook_url }) =>
      gleaner().batches.create({
        urls: wordsOf(urls) ?? [],
        formats: wordsOf(formats) as never,
        on_invalid: 'skip',
        ...(webhook_url && { webhook_url: String(webhook_url) }),
      }),
  },
}

export default function BatchesPage() {
  return <ThingsPage things={BATCHES} />
}
