import { useQuery } from '@tanstack/react-query'
import type { ComponentChildren } from 'preact'
import { useSearchParams } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { Credits } from '../../parts/amounts.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import * as words from '../../words/index.ts'
import { AccountLimit } from './account-limit.tsx'
import { Receipts } from './receipts.tsx'
import { TopUp } from './top-up.tsx'
import { Transactions } from './transactions.tsx'
import '../usage/usage.css'

const said = words.billing
const TABS: readonly [keyof typeof said.tabs, () => ComponentChildren][] = [
  ['transactions', () => <Transactions />],
  ['receipts', () => <Receipts />],
  ['limit', () => <AccountLimit />],
]

/** What is left, what moved it, and what may be spent. */
export default function BillingPage() {
  const [search, setSearch] = useSearchParams()
  const current = TABS.find(([each]) => each === search.get('tab'))?.[0] ?? 'transactions'
  const balance = useQuery({
    queryKey: ['balance'],
    queryFn: ({ signal }) => gleaner().billing.balance({ signal }),
  })
  return (
    <>
      <PageHead title={said.title} lead={said.lead}>
        <TopUp />
      </PageHead>
      {balance.error && <ErrorNotice error={balance.error} again={() => balance.refetch()} />}
      {balance.data && (
        <dl class="totals">
          <Total name={said.available} value={<Credits value={balance.data.available_credits} />} />
          <Total name={said.held} value={<Credits value={balance.data.held_credits} />} />
          {balance.data.owed_credits > 0 && (
            <Total name={said.owed} value={<Credits value={balance.data.owed_credits} />} />
          )}
          <Total name={said.spent} value={dollars.format(balance.data.total_spent_cents / 100)} />
        </dl>
      )}
      <Tabs
        label={said.title}
        current={current}
        onCurrent={(tab) => setSearch({ tab }, { replace: true })}
        tabs={TABS.map(([key, content]) => ({ key, title: said.tabs[key], content }))}
      />
    </>
  )
}

const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })

function Total({ name, value }: { name: string; value: ComponentChildren }) {
  return (
    <div class="card">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
