import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { withRows } from '../../api/use-list.ts'
import { formatNumber } from '../../parts/amounts.tsx'
import { Moment } from '../../parts/moment.tsx'
import { type FormField, type Things, wordsOf } from '../../parts/things/things.ts'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import * as words from '../../words/index.ts'

type Client = Schemas['OAuthClientInfo']
const said = words.oauthClients

const REDIRECTS: FormField = {
  name: 'redirect_uris',
  label: said.redirects,
  hint: said.redirectsHint,
  kind: 'area',
}

const isChanged = ({ origin }: Client) => origin === 'operator'

const CLIENTS: Things<Client> = {
  key: 'oauth-clients',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  list: async (_, signal) => withRows('clients', await gleaner().operator.oauthClients({ signal })),
  idOf: ({ client_id }) => client_id,
  nameOf: ({ name }) => name,
  columns: [
    {
      key: 'name',
      title: said.columns.name,
      cell: ({ name, redirect_uris }) => <span title={redirect_uris.join('\n')}>{name}</span>,
    },
    {
      key: 'id',
      title: said.columns.id,
      optional: true,
      cell: ({ client_id }) => <code>{client_id}</code>,
    },
    {
      key: 'origin',
      title: said.columns.origin,
      width: '120px',
      optional: true,
      cell: ({ origin }) => said.origins[origin],
    },
    {
      key: 'keys',
      title: said.columns.keys,
      width: '72px',
      numeric: true,
      cell: ({ live_keys }) => formatNumber(live_keys),
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
      { name: 'name', label: said.name, hint: said.nameHint, required: true },
      REDIRECTS,
      { name: 'public', label: said.public, kind: 'check' },
      { name: 'first_party', label: said.firstParty, kind: 'check' },
    ],
    create: (values) =>
      gleaner().operator.createOAuthClient({
        name: String(values.name),
        redirect_uris: wordsOf(values.redirect_uris) ?? [],
        public: values.public === true,
        first_party: values.first_party === true,
      }),
    secretOf: (reply) => (reply as Client).client_secret ?? undefined,
  },
  actions: [
    {
      label: said.edit,
      when: isChanged,
      ask: {
        title: said.redirects,
        fields: [REDIRECTS],
        valuesOf: ({ redirect_uris }) => ({ redirect_uris: redirect_uris.join('\n') }),
      },
      run: ({ client_id }, { redirect_uris }) =>
        gleaner().operator.updateOAuthClient(client_id, { redirect_uris: wordsOf(redirect_uris) ?? [] }),
    },
    {
      label: said.rotate,
      when: (client) => isChanged(client) && !client.public,
      run: ({ client_id }) => gleaner().operator.rotateOAuthSecret(client_id),
      secretOf: (reply) => (reply as Schemas['OAuthClientSecret']).client_secret,
      confirm: { title: said.rotateTitle, text: ({ name }) => said.rotateText(name) },
    },
    {
      label: said.delete,
      when: ({ origin }) => origin !== 'built_in',
      run: ({ client_id }) => gleaner().operator.deleteOAuthClient(client_id),
      confirm: {
        title: said.deleteTitle,
        text: ({ name, live_keys }) => said.deleteText(name, formatNumber(live_keys)),
      },
    },
  ],
}

/** The tools that may ask people for a key. */
export default function OAuthClientsPage() {
  return <ThingsPage things={CLIENTS} />
}
