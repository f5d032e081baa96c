import { describe, expect, test } from '@jest/globals'
import {
  type LargeWork,
  startLargeService,
} from '../../../packages/tools/devstack/src/testing/large-service.ts'
import { pythonWith, runPython } from '../../../packages/tools/testkit/src/python.ts'
import { where } from '../../../packages/tools/testkit/src/where.ts'

const SLOW_MS = 900_000
const LARGE = 10 * 2 ** 20

/** What a program makes of a service, in a process of its own. */
async function readMuch(half: string, what: string, work: LargeWork) {
  const service = await startLargeService(work)
  try {
    return JSON.parse(await runPython(['tests/read_much.py', half, service.url, what]))
  } finally {
    await service.close()
  }
}

where(pythonWith('httpx', 'pydantic')).describe('the Python client', () => {
  describe.each(['sync', 'async'])('%s', (half) => {
    test.each([
      ['crawl', { pages: 10_000, size: 50_000 }, 150],
      ['batch', { pages: 10_000, size: 50_000 }, 150],
      ['list', { pages: 10_000, size: 100 }, 150],
      ['stream', { pages: 10_000, size: 100 }, 150],
      ['crawl', { pages: 80, size: LARGE }, 400],
      ['batch', { pages: 80, size: LARGE }, 400],
    ])(
      'reads a %s of %j once and in order, though connections break, with less than %d MB',
      async (what, work, mostMb) => {
        const read = await readMuch(half, what, { ...work, breaks: { times: 3, after: work.pages / 5 } })
        expect(read).toMatchObject({ count: work.pages, isInOrder: true, error: null })
        expect(read.peakMb).toBeLessThan(mostMb)
      },
      SLOW_MS,
    )

    test.each(['crawl', 'batch', 'list'])(
      'ends a %s whose key is revoked with what it is, after all that came',
      async (what) => {
        const read = await readMuch(half, what, { pages: 100, size: 100, revokedAfter: 30 })
        // What was on its way when the connection broke is not counted.
        expect(read.count).toBeLessThanOrEqual(30)
        expect(read).toMatchObject({
          isInOrder: true,
          error: { name: 'AuthenticationError', message: expect.stringContaining('was revoked') },
        })
      },
      SLOW_MS,
    )
  })
})
