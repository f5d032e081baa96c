import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { Moment } from '../../parts/moment.tsx'
import { type Things, wordsOf } from '../../parts/things/things.ts'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import { words } from '../../words/index.ts'

type Key = Schemas['ApiKey']
const said = words.keys

const KEYS: Things<Key> = {
  key: 'keys',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  example: said.example,
  list: async (signal) => (await gleaner().keys.list({ limit: 100 }, { signal })).items,
  idOf: ({ id }) => id,
  columns: [
    { key: 'name', title: said.columns.name, cell: ({ name }) => name },
    { key: 'key', title: said.columns.key, cell: ({ key_prefix }) => <code>{key_prefix}…</code> },
    { key: 'scopes', title: said.columns.scopes, cell: ({ scopes }) => scopes.join(', '), optional: true },
    { key: 'used', title: said.columns.used, cell: ({ last_used_at }) => <Moment at={last_used_at} /> },
    {
      key: 'made',
      title: said.columns.made,
      cell: ({ created_at }) => <Moment at={created_at} />,
      optional: true,
    },
  ],
  add: {
    label: said.add,
    fields: [
      { name: 'name', label: said.name, required: true },
      {
        name: 'scopes',
        label: said.scope,
        kind: 'select',
        initial: 'scrape',
        options: Object.entries(said.scopes).map(([value, label]) => ({ value, label })),
      },
      { name: 'allowed_ips', label: said.allowedIps, hint: said.allowedIpsHint },
      { name: 'test', label: said.test, kind: 'check' },
    ],
    create: ({ name, scopes, allowed_ips, test }) =>
      gleaner().keys.create({
        name: String(name),
        scopes: [scopes as 'scrape'],
        allowed_ips: wordsOf(allowed_ips) ?? null,
        test: test === true,
      }),
    secretOf: (reply) => (reply as { key?: string }).key,
  },
  actions: [
    {
      label: said.delete,
      run: ({ id }) => gleaner().keys.delete(id),
      confirm: { title: said.deleteTitle, text: ({ name }) => said.deleteText(name) },
    },
  ],
}

export default function KeysPage() {
  return <ThingsPage things={KEYS} />
}
