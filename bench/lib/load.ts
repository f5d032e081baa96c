import { percentile } from './statistics.ts'

export interface LoadResult {
  count: number
  p50Ms: number
  /** Where the worst tenth begins. */
  p90Ms: number
  p99Ms: number
  perSecond: number
  /** What went wrong, with how often. */
  failures: Record<string, number>
}

/**
 * Sends `count` requests from `clients` callers that each wait for their answer before the next. `send` gets
 * the number of the request and returns what went wrong, or undefined.
 */
export async function load(
  { count, clients }: { count: number; clients: number },
  send: (index: number) => Promise<string | undefined>,
): Promise<LoadResult> {
  const times: number[] = []
  const failures: Record<string, number> = {}
  let next = 0
  const started = performance.now()
  const client = async () => {
    while (next < count) {
      const index = next++
      const begin = performance.now()
      const failure = await send(index).catch((error) => String(error))
      times.push(performance.now() - begin)
      if (failure) failures[failure] = (failures[failure] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const seconds = (performance.now() - started) / 1_000
  return {
    count,
    p50Ms: percentile(times, 50),
    p90Ms: percentile(times, 90),
    p99Ms: percentile(times, 99),
    perSecond: count / seconds,
    failures,
  }
}
