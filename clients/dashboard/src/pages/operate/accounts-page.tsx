import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { Credits, formatNumber } from '../../parts/amounts.tsx'
import { Moment } from '../../parts/moment.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { filled, type Things } from '../../parts/things/things.ts'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import { words } from '../../words/index.ts'

const said = words.operate.accounts
type Account = Schemas['OperatedAccount']
const nameOf = ({ name, emails }: Account) => emails[0] ?? name

const ACCOUNTS: Things<Account> = {
  key: 'operated-accounts',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  list: async (signal) => (await gleaner().operator.accounts({ limit: 100 }, { signal })).accounts,
  idOf: ({ id }) => id,
  columns: [
    { key: 'name', title: said.columns.name, cell: (account) => nameOf(account) },
    { key: 'kind', title: said.columns.kind, width: '110px', optional: true, cell: ({ kind }) => kind },
    {
      key: 'credits',
      title: said.columns.credits,
      width: '110px',
      numeric: true,
      cell: ({ available_credits }) => <Credits value={available_credits} unit={false} />,
    },
    {
      key: 'keys',
      title: said.columns.keys,
      width: '60px',
      numeric: true,
      optional: true,
      cell: ({ api_keys }) => formatNumber(api_keys),
    },
    {
      key: 'state',
      title: said.columns.state,
      width: '90px',
      cell: ({ blocked_at }) => <StateWord state={blocked_at ? 'inactive' : 'active'} />,
    },
    {
      key: 'since',
      title: said.columns.since,
      width: '110px',
      optional: true,
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ],
  add: {
    label: said.add,
    fields: [
      { name: 'email', label: said.email, kind: 'email', required: true },
      { name: 'credits', label: said.credits, hint: said.creditsHint, kind: 'number' },
    ],
    create: (values) => gleaner().operator.createAccount(filled(values, ['credits']) as never),
    secretOf: (reply) => (reply as { password?: string }).password,
  },
  actions: [
    {
      label: said.block,
      run: ({ id }) => gleaner().operator.blockAccount(id, {}),
      when: ({ blocked_at }) => blocked_at === null,
      confirm: { title: said.blockTitle, text: (account) => said.blockText(nameOf(account)) },
    },
    {
      label: said.unblock,
      run: ({ id }) => gleaner().operator.unblockAccount(id),
      when: ({ blocked_at }) => blocked_at !== null,
    },
  ],
}

export default function AccountsPage() {
  return <ThingsPage things={ACCOUNTS} />
}
