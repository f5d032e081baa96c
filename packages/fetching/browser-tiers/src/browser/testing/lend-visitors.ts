import { startTwoVisitors, type TwoVisitors } from './two-visitors.ts'

/** Visitors with a site and a browser of their own, each lent to one test at a time. */
export interface VisitorLender {
  /** Waits until some are free. */
  lend<T>(work: (visitors: TwoVisitors) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export async function lendVisitors(
  count: number,
  options?: Parameters<typeof startTwoVisitors>[0],
): Promise<VisitorLender> {
  const all = await Promise.all(Array.from({ length: count }, () => startTwoVisitors(options)))
  const free = [...all]
  const waiting: ((visitors: TwoVisitors) => void)[] = []

  return {
    async lend(work) {
      const visitors = free.pop() ?? (await new Promise<TwoVisitors>((resolve) => waiting.push(resolve)))
      try {
        return await work(visitors)
      } finally {
        const next = waiting.shift()
        if (next) next(visitors)
        else free.push(visitors)
      }
    },
    async close() {
      await Promise.all(all.map((visitors) => visitors.close()))
    },
  }
}
