import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from '@jest/globals'

const CLOCK = new URL('./clock.ts', import.meta.url).href
const HOUR = 3_600_000

/** Runs `script` in a process whose system clock is `system.ahead` ms ahead of the database's, `database()`; prints what it gives. */
async function inProcess(script: string): Promise<unknown> {
  const program = `
    const right = Date.now.bind(Date)
    const began = right()
    const system = { ahead: 0 }
    Date.now = () => right() + system.ahead
    const database = async () => right()
    const { learnTime, clockSkewMs } = await import(${JSON.stringify(CLOCK)})
    const offBy = () => Math.round((Date.now() - right()) / 1000)
    ${script}`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  return JSON.parse(stdout)
}

describe('the time of a process', () => {
  test.each([HOUR, -HOUR])('is the database’s once it was learned (%p ms)', async (ahead) => {
    const script = `
      system.ahead = ${ahead}
      await learnTime(database)
      console.log(JSON.stringify([offBy(), Math.round((new Date() - right()) / 1000), Math.round(clockSkewMs() / 1000)]))`
    expect(await inProcess(script)).toEqual([0, 0, ahead / 1000])
  })

  test.each([HOUR, -HOUR])(
    'goes on when the machine’s clock is set (%p ms), and is told to be off',
    async (ahead) => {
      const script = `
      await learnTime(database)
      system.ahead = ${ahead}
      const before = offBy()
      await learnTime(database)
      console.log(JSON.stringify([before, offBy(), Math.round(clockSkewMs() / 1000)]))`
      expect(await inProcess(script)).toEqual([0, 0, ahead / 1000])
    },
  )

  test('follows the database’s when that is set', async () => {
    const script = `
      await learnTime(database)
      await learnTime(async () => right() + ${HOUR})
      console.log(JSON.stringify(offBy()))`
    expect(await inProcess(script)).toBe(HOUR / 1000)
  })

  test('is not changed by an answer that took long and allows for what it was', async () => {
    const script = `
      await learnTime(database)
      const asked = Date.now()
      // Longer than what is tolerated.
      await learnTime(async () => { await new Promise((resolve) => setTimeout(resolve, 400)); return asked })
      console.log(JSON.stringify([offBy(), Math.round(clockSkewMs() / 1000)]))`
    expect(await inProcess(script)).toEqual([0, 0])
  })
})
