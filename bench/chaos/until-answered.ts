import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../lib/api.ts'

/** Asks until there is an answer that no repeating changes; throws where it is a refusal. */
export async function untilAnswered(ask: () => Promise<Answer>, deadline: number): Promise<Answer> {
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (answer && answer.status < 500 && answer.status !== 409 && answer.status !== 429) {
      if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text.slice(0, 400)}`)
      return answer
    }
    if (Date.now() > deadline) throw new Error('no answer in time')
    await sleep(300)
  }
}
