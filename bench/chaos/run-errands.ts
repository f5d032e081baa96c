import type { DevInfo } from '@gleaner/devstack/dev-info'
import { type Errand, runErrand, type Story } from './customer.ts'

export interface Plan {
  name: string
  errands: Errand[]
  customers: number
  /** Done once each, when so many errands have been begun. */
  disturbances: { after: number; act: () => Promise<void> }[]
}

/** Customers share out the errands; disturbances happen in their midst. */
export async function runErrands(info: () => Promise<DevInfo>, plan: Plan): Promise<Story[]> {
  const stories: Story[] = []
  const waiting = [...plan.disturbances]
  let begun = 0
  const disturbing: Promise<void>[] = []
  const customer = async () => {
    while (begun < plan.errands.length) {
      const index = begun++
      if (waiting[0] && begun >= waiting[0].after) {
        const { act } = waiting.shift()!
        disturbing.push(act())
      }
      stories.push(await runErrand(info, plan.errands[index]!, `${plan.name}-${index}`))
    }
  }
  await Promise.all(Array.from({ length: plan.customers }, customer))
  await Promise.all(disturbing)
  return stories
}

/** Counts equal words: `correct 198, lost 2`. */
export function tally(words: string[]): string {
  const groups = Map.groupBy(words, (word) => word)
  return [...groups].map(([word, all]) => `${word} ${all.length}`).join(', ')
}
