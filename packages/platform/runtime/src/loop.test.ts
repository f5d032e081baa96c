import { describe, expect, test } from '@jest/globals'
import { DeadlineExceeded, withTimeout } from './deadline.ts'
import { silentLogger } from './logger.ts'
import { createLoop } from './loop.ts'
import { createMetrics } from './metrics.ts'
import { sleep } from './time.ts'

describe('createLoop', () => {
  test('never overlaps runs, survives a run that throws, and stops for good', async () => {
    let runs = 0
    let inside = 0
    let most = 0
    const loop = createLoop({
      name: 'sweep',
      everyMs: 5,
      logger: silentLogger(),
      metrics: undefined,
      run: async () => {
        most = Math.max(most, ++inside)
        // Longer than the pause, so that runs could overlap.
        await sleep(15)
        inside--
        if (++runs === 1) throw new Error('the first run fails')
      },
    })
    loop.start()
    loop.start()
    await withTimeout('three runs', 20_000, async (signal) => {
      // Asked again and again.
      while (runs < 3) await sleep(5, signal)
    })
    await loop.stop()
    const runsAtStop = runs
    expect({ most, inside }).toEqual({ most: 1, inside: 0 })
    // Time in which one more would run.
    await sleep(40)
    expect(runs).toBe(runsAtStop)
  })

  test('tells of its last success and counts its failures', async () => {
    const metrics = createMetrics({ service: 'scheduler' })
    const values = async (name: string) => (await metrics.registry.getSingleMetric(name)!.get()).values
    const success = async () => (await values('gleaner_loop_success_timestamp_seconds'))[0]
    const failures = async () => (await values('gleaner_loop_failures_total'))[0]?.value ?? 0
    let isBroken = true
    const run = async () => {
      if (isBroken) throw new Error('the run fails')
    }
    const loop = createLoop({ name: 'sweep', everyMs: 5, logger: silentLogger(), metrics, run })
    expect([await success(), await failures()]).toEqual([undefined, 0])
    const until = (check: () => Promise<boolean>) =>
      withTimeout('the loop', 20_000, async (signal) => {
        // Asked again and again.
        while (!(await check())) await sleep(5, signal)
      })
    loop.start()
    const started = (await success())!
    expect(started.labels).toMatchObject({ loop: 'sweep', service: 'scheduler' })
    await until(async () => (await failures()) >= 3)
    expect((await success())!.value).toBe(started.value)
    isBroken = false
    await until(async () => (await success())!.value > started.value)
    await loop.stop()
  })

  test('ends a long pause at once when it is stopped', async () => {
    const loop = createLoop({
      name: 'rare',
      everyMs: 3_600_000,
      logger: silentLogger(),
      metrics: undefined,
      run: async () => {},
    })
    loop.start()
    await withTimeout('stopping', 10_000, () => loop.stop())
  })
})

describe('withTimeout', () => {
  test('gives the result of work that is in time', async () => {
    expect(await withTimeout('work', 1_000, async () => 42)).toBe(42)
  })

  test('aborts work that is late and says what took too long', async () => {
    let reason: unknown
    const late = withTimeout('the query', 20, (signal) => {
      signal.addEventListener('abort', () => {
        reason = signal.reason
      })
      return new Promise(() => {})
    })
    await expect(late).rejects.toThrow('the query took longer than 20 ms')
    expect(reason).toBeInstanceOf(DeadlineExceeded)
  })
})
