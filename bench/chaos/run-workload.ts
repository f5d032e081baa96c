import type { DevInfo } from '@gleaner/devstack/dev-info'
import { type Operation, type OperationResult, runOperation } from './client.ts'

export interface Plan {
  name: string
  operations: Operation[]
  clients: number
  /** Done once each, when so many operations have been begun. */
  disturbances: { after: number; act: () => Promise<void> }[]
}

/** Clients share out the operations; disturbances happen in their midst. */
export async function runWorkload(info: () => Promise<DevInfo>, plan: Plan): Promise<OperationResult[]> {
  const results: OperationResult[] = []
  const waiting = [...plan.disturbances]
  let begun = 0
  const disturbing: Promise<void>[] = []
  const client = async () => {
    while (begun < plan.operations.length) {
      const index = begun++
      if (waiting[0] && begun >= waiting[0].after) {
        const { act } = waiting.shift()!
        disturbing.push(act())
      }
      results.push(await runOperation(info, plan.operations[index]!, `${plan.name}-${index}`))
    }
  }
  await Promise.all(Array.from({ length: plan.clients }, client))
  await Promise.all(disturbing)
  return results
}

/** Counts equal words: `correct 198, lost 2`. */
export function tally(words: string[]): string {
  const groups = Map.groupBy(words, (word) => word)
  return [...groups].map(([word, all]) => `${word} ${all.length}`).join(', ')
}
