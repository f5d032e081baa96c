import { ALERT_TYPES, type AlertType } from '@gleaner/contracts'
import type { Measurement } from './measure.ts'

/** What follows from a measurement; `waits`: it would fire, but has only just done so. */
export type Decision = 'fires' | 'resolves' | 'waits' | 'stays'

export interface RuleState {
  type: AlertType
  threshold: number
  isFiring: boolean
  /** Its cooldown is over. */
  isCool: boolean
}

/** The only place that decides. A rule that fires does so once, until its value is well on the other side again. */
export function decide(
  rule: RuleState,
  { value, isQuiet }: Pick<Measurement, 'value' | 'isQuiet'>,
): Decision {
  const { fires, resolvesAt } = ALERT_TYPES[rule.type]
  if (rule.isFiring) {
    if (isQuiet) return 'resolves'
    if (value === null) return 'stays'
    const bound = rule.threshold * resolvesAt
    return (fires === 'below' ? value >= bound : value <= bound) ? 'resolves' : 'stays'
  }
  if (value === null) return 'stays'
  const isReached = fires === 'below' ? value < rule.threshold : value >= rule.threshold
  if (!isReached) return 'stays'
  return rule.isCool ? 'fires' : 'waits'
}
