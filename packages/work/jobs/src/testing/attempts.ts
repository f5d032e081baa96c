import type { Attempt } from '../attempt.ts'

export function attempt(
  tier: Attempt['tier'],
  result: Attempt['result'],
  more: Partial<Attempt> = {},
): Attempt {
  return { tier, result, durationMs: 12, ...more }
}
