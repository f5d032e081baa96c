import { formatNumber } from '../../parts/amounts.tsx'
import * as words from '../../words/index.ts'
import type { useEstimate } from './use-estimate.ts'

/** What the request as it stands would cost, and at which tier. */
export function PriceEstimate({ estimate }: { estimate: ReturnType<typeof useEstimate> }) {
  const { data, error } = estimate
  if (error) return <p class="muted small">{words.playground.estimateFails}</p>
  if (!data) return null
  return (
    <div class="price-estimate" role="status">
      <p title={data.reasoning}>
        {words.playground.estimate(
          words.common.credits(formatNumber(data.estimated_credits)),
          formatNumber(data.max_possible_credits),
        )}
      </p>
      <ul class="tier-prices small">
        {data.tiers.map(({ tier, credits }) => (
          <li key={tier} aria-current={tier === data.estimated_tier || undefined}>
            <span>{words.ladder.tier(tier, words.ladder.tiers[tier]!)}</span>
            <span class="number mono">{words.common.credits(formatNumber(credits))}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
