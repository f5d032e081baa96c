import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { LIMITS } from '@gleaner/contracts'
import { residentBytes } from '@gleaner/extract/testing/process-tree'
import { MEGABYTE } from '@gleaner/runtime/units'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { FloodEnds } from './testing/flooded-worker.ts'
import { type HostileBodies, startHostileBodies } from './testing/hostile-bodies.ts'

const WORKER = new URL('testing/flooded-worker.ts', import.meta.url).pathname
const JOBS = 40
const BODY_MEMORY_MB = 256
/**
 * What the process may grow by besides: for each job a small body, as it came and decoded; a copy of one body where its
 * pieces are joined, and one on its way to each of the reading processes; and what has not been collected yet. Without a
 * bound it grew by 3,300 MB.
 */
const BESIDES_MB = JOBS * 2 + (3 * LIMITS.responseBody) / MEGABYTE + 150

let site: HostileBodies
beforeAll(async () => {
  site = await startHostileBodies()
})
afterAll(() => site.close())

/** Runs the worker to its end. Its memory is that of its process alone, without its reading processes. */
async function flood(tier: '1' | '2'): Promise<FloodEnds & { grownMb: number }> {
  const child = fork(WORKER, [site.url, tier, String(JOBS), String(BODY_MEMORY_MB)], { execArgv: [] })
  let started = 0
  let peak = 0
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentBytes([child.pid!]))
  }, 20)
  try {
    await nextMessage(child)
    started = residentBytes([child.pid!])
    const ends = await nextMessage<FloodEnds>(child)
    await once(child, 'exit')
    return { ...ends, grownMb: Math.round((peak - started) / MEGABYTE) }
  } finally {
    clearInterval(sampling)
    child.kill('SIGKILL')
  }
}

async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const exit = once(child, 'exit').then(([code]) => {
    throw new Error(`The worker ended without a word, with code ${code}`)
  })
  const [message] = await Promise.race([once(child, 'message'), exit])
  return message
}

test.each(['1', '2'] as const)(
  'a flood of huge bodies at tier %s takes no more memory than bodies may have, and fails no honest page',
  async (tier) => {
    const { honest, flooding, heldBytes, waiting, grownMb } = await flood(tier)
    expect(honest.map(({ status }) => status)).toEqual(honest.map(() => 'completed'))
    expect(grownMb).toBeLessThan(BODY_MEMORY_MB + BESIDES_MB)
    expect({ heldBytes, waiting }).toEqual({ heldBytes: 0, waiting: 0 })

    const waited = flooding.filter(({ error }) => error.includes('waited for memory'))
    expect(waited.length).toBeGreaterThan(0)
    for (const end of waited)
      expect(end).toMatchObject({ status: 'failed', result: 'timeout', costMicros: 0 })
  },
)
