import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { withRows } from '../../api/use-list.ts'
import { Moment } from '../../parts/moment.tsx'
import { filled, type Things } from '../../parts/things/things.ts'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import * as words from '../../words/index.ts'
import { tellTest } from './tell-test.ts'

type Proxy = Schemas['ProxyIntegration']
const said = words.settings.proxies

const PROXIES: Things<Proxy> = {
  key: 'proxies',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  example: said.example,
  list: async (page, signal) => withRows('proxies', await gleaner().proxies.list(page, { signal })),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', title: said.columns.name, cell: ({ name }) => name },
    {
      key: 'address',
      title: said.columns.address,
      cell: ({ scheme, host, port }) => <code>{`${scheme}://${host}:${port}`}</code>,
    },
    {
      key: 'country',
      title: said.columns.country,
      width: '80px',
      optional: true,
      cell: ({ country }) => country,
    },
    {
      key: 'made',
      title: said.columns.made,
      width: '110px',
      optional: true,
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ],
  add: {
    label: said.add,
    fields: [
      { name: 'name', label: said.name, required: true },
      { name: 'url', label: said.url, required: true, placeholder: said.example },
      { name: 'country', label: said.country, hint: said.countryHint },
    ],
    create: (values) => gleaner().proxies.create(filled(values) as never),
  },
  actions: [
    { label: words.things.test, run: ({ id }) => gleaner().proxies.test(id), tell: tellTest },
    {
      label: said.edit,
      ask: {
        title: said.edit,
        fields: [
          { name: 'name', label: said.name, required: true },
          { name: 'url', label: said.url, hint: said.editUrlHint, placeholder: said.example },
          { name: 'country', label: said.country, hint: said.countryHint },
        ],
        valuesOf: ({ name, country }) => ({ name, country: country ?? '' }),
      },
      run: ({ id }, { name, url, country }) =>
        gleaner().proxies.update(id, {
          name: String(name),
          ...(url && { url: String(url) }),
          country: (country || null) as never,
        }),
    },
    {
      label: said.delete,
      run: ({ id }) => gleaner().proxies.delete(id),
      confirm: { title: said.deleteTitle, text: ({ name }) => said.deleteText(name) },
    },
  ],
}

export default function ProxiesPage() {
  return <ThingsPage things={PROXIES} />
}
