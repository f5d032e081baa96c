import { writeSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture } from './fixture.ts'
import { type FuzzReport, fuzzGateway } from './fuzz.ts'
import { startMaps } from './start-maps.ts'

/** `FUZZ_EACH=500 FUZZ_SEED=3 npm test -- services/gateway/src/fuzz` sends as many to each endpoint, and tells how they were answered. */
const { FUZZ_EACH, FUZZ_SEED } = process.env
const seed = Number(FUZZ_SEED ?? 9)
const MS_PER_REQUEST = 1_000

/** Sends so many random requests to each endpoint. */
export function testFuzz(usually: number): void {
  const each = Number(FUZZ_EACH ?? usually)
  let fixture: GatewayFixture
  let maps: AsyncDisposable
  beforeAll(async () => {
    fixture = await createGatewayFixture({ TRUST_PROXY: '1', NODE_ENV: 'development' })
    maps = startMaps(fixture)
  })
  afterAll(async () => {
    await maps[Symbol.asyncDispose]()
    await fixture.close()
  })

  test(
    'random and hostile requests of every endpoint are answered as documented, in time, and never by a server error',
    async () => {
      const report = await fuzzGateway(fixture, { each, seed })
      if (FUZZ_EACH !== undefined) writeSync(1, summary(report))
      expect(report.faults).toEqual([])
      // They get through to what the endpoints do, too.
      const succeeded = [...report.answers.keys()].filter((answer) => / 2\d\d$/.test(answer))
      expect(succeeded.length).toBeGreaterThan(10)
    },
    60_000 + each * 100 * MS_PER_REQUEST,
  )
}

function summary({ requests, answers, faults }: FuzzReport): string {
  const byOperation = Map.groupBy(answers, ([answer]) => answer.split(' ')[0]!)
  const lines = [...byOperation].sort().map(([operation, all]) => {
    const counts = all.map(([answer, count]) => `${answer.split(' ')[1]}: ${count}`)
    return `${operation}  ${counts.sort().join(', ')}`
  })
  return `${lines.join('\n')}\n${requests} requests, ${faults.length} faults\n`
}
