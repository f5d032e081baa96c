import { z } from 'zod'

const count = z.number().int()

/** What has become of the parts of something, such as the items of a batch: `total` is the sum of the others. */
export function countsOf(parts: string) {
  const Parts = `${parts[0]!.toUpperCase()}${parts.slice(1)}`
  return {
    total: count.describe(`${Parts} that were taken on so far.`),
    completed: count.describe(`${Parts} that have succeeded.`),
    failed: count.describe(`${Parts} that have failed, for good.`),
    cancelled: count.describe(`${Parts} that were cancelled before they ended.`),
    pending: count.describe(`${Parts} that have not ended.`),
  }
}

export const StatusCode = count.describe('HTTP status of the target’s answer.')
export const LatencyMs = count.describe('How long it took, in milliseconds.')
