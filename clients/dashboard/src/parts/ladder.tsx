import * as words from '../words/index.ts'
import { Credits, formatDuration } from './amounts.tsx'
import './ladder.css'

/** An attempt as `billing.escalations` has it. */
export interface Rung {
  tier: string
  result: string
  credits: number
  duration_ms: number
  error?: string | undefined
}

const stepOf = (tier: string) => Math.ceil(Number(tier))

/** The attempts of a job as rungs, the first below: the one that delivered is filled. */
export function Ladder({ rungs, runningTier }: { rungs: readonly Rung[]; runningTier?: string | undefined }) {
  return (
    <ol class="ladder" aria-label={words.ladder.label} reversed>
      {runningTier && (
        <li class="rung running">
          <TierName tier={runningTier} />
          <span class="verdict">{words.ladder.underWay}</span>
        </li>
      )}
      {[...rungs].reverse().map((rung, index) => (
        <li
          key={rungs.length - index}
          class={`rung step-${stepOf(rung.tier)} ${rung.result === 'success' ? 'delivered' : ''}`}
        >
          <TierName tier={rung.tier} />
          <span class="verdict">{rung.result === 'success' ? words.ladder.delivered : rung.error}</span>
          <span class="number mono">{formatDuration(rung.duration_ms)}</span>
          <span class="number">
            <Credits value={rung.credits} />
          </span>
        </li>
      ))}
    </ol>
  )
}

function TierName({ tier }: { tier: string }) {
  return (
    <span class="tier">
      <b class="mono">{tier}</b> {words.ladder.tiers[tier]}
    </span>
  )
}

/** The same drawing, small, for a row of a table. */
export function TierBadge({ tier }: { tier: string | null | undefined }) {
  if (!tier) return <span class="muted">–</span>
  const name = words.ladder.tiers[tier] ?? ''
  return (
    <span class={`tier-badge step-${stepOf(tier)}`} title={words.ladder.tier(tier, name)}>
      {tier}
      <span class="unseen">{name}</span>
    </span>
  )
}
