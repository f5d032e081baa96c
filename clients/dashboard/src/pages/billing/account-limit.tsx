import { gleaner } from '../../api/client.ts'
import { LimitCard } from '../../parts/limit-card.tsx'
import * as words from '../../words/index.ts'

/** What the account may spend in a period. */
export function AccountLimit() {
  return (
    <LimitCard
      queryKey={['account-limit']}
      lead={words.billing.limitLead}
      read={async (signal) => (await gleaner().limits.get({ signal })).limits}
      set={(limit) => gleaner().limits.set(limit)}
      remove={() => gleaner().limits.delete()}
    />
  )
}
