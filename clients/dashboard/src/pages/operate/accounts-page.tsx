import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { withRows } from '../../api/use-list.ts'
import { Credits, formatNumber } from '../../parts/amounts.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { filled, type Things } from '../../parts/things/things.ts'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import * as words from '../../words/index.ts'
import { usePolled } from './polled.ts'

const said = words.operate.accounts
type Account = Schemas['OperatedAccount']
const nameOf = ({ name, emails }: Account) => emails[0] ?? name

const ACCOUNTS: Things<Account> = {
  key: 'operated-accounts',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  list: async (page, signal) => withRows('accounts', await gleaner().operator.accounts(page, { signal })),
  idOf: ({ id }) => id,
  hrefOf: ({ id }) => `/operate/accounts/${id}`,
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

type Top = Schemas['TopAccounts']['accounts'][number]

const TOP: readonly Column<Top>[] = [
  { key: 'name', title: said.columns.name, cell: ({ name }) => name },
  {
    key: 'requests',
    title: said.columns.requests,
    width: '96px',
    numeric: true,
    cell: ({ requests }) => formatNumber(requests),
  },
  {
    key: 'failed',
    title: said.columns.failed,
    width: '76px',
    numeric: true,
    optional: true,
    cell: ({ failed }) => formatNumber(failed),
  },
  {
    key: 'open',
    title: said.columns.open,
    width: '84px',
    numeric: true,
    cell: ({ open_jobs }) => formatNumber(open_jobs),
  },
  {
    key: 'credits',
    title: said.columns.credits,
    width: '96px',
    numeric: true,
    optional: true,
    cell: ({ credits }) => <Credits value={credits} unit={false} />,
  },
]

/** Who takes the most, before all accounts there are. */
function TopAccounts() {
  const top = usePolled(['operate', 'top-accounts', 5], (signal) =>
    gleaner().operator.topAccounts({ hours: 24, limit: 5 }, { signal }),
  )
  return (
    <section class="stack" aria-label={said.top}>
      <h2>{said.top}</h2>
      <DataTable
        label={said.top}
        columns={TOP}
        rows={top.data?.accounts}
        keyOf={({ account_id }) => account_id}
        hrefOf={({ account_id }) => `/operate/accounts/${account_id}`}
        empty={<p class="muted">{said.nobody}</p>}
      />
      <h2>{said.all}</h2>
    </section>
  )
}

export default function AccountsPage() {
  return (
    <ThingsPage things={ACCOUNTS}>
      <TopAccounts />
    </ThingsPage>
  )
}
