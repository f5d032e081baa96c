import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Fleet, startFleet } from '../../../packages/tools/devstack/src/index.ts'
import { FLEET_UNDER_TEST } from '../../../packages/tools/devstack/src/testing/fleet-under-test.ts'
import { freePort } from '../../../packages/tools/local-servers/src/free-port.ts'
import { where } from '../../../packages/tools/testkit/src/where.ts'
import { pythonWith, runPython } from './python.ts'

/** Both halves do each test; on a busy machine that takes minutes. */
const SLOW_MS = 900_000
const PYTEST = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider']

where(pythonWith('httpx', 'pydantic', 'pytest')).describe('the Python client', () => {
  let fleet: Fleet
  let home: string
  let receiver: number
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'gleaner-python-'))
    receiver = await freePort()
    const env = { ...FLEET_UNDER_TEST, EGRESS_ALLOW: `127.0.0.1:${receiver}` }
    fleet = await startFleet({ home, port: 0, env })
  })
  afterAll(async () => {
    await fleet.stop()
    await rm(home, { recursive: true, force: true, maxRetries: 20 })
  })

  test(
    'passes its tests against a fleet',
    async () => {
      const { info } = fleet
      const printed = await runPython([...PYTEST, 'tests'], {
        env: {
          GLEANER_URL: new URL(info.base_url).origin,
          GLEANER_API_KEY: info.api_key,
          GLEANER_TEST_SITE: info.sample_site,
          GLEANER_TEST_RECEIVER: String(receiver),
        },
      })
      expect(printed).toMatch(/\d+ passed/)
      expect(printed).not.toMatch(/skipped|no tests ran/)
    },
    SLOW_MS,
  )
})

where(pythonWith('httpx', 'pydantic', 'mypy')).test(
  'the Python client is typed strictly',
  async () => {
    const printed = await runPython(['-m', 'mypy', '--no-incremental', '--cache-dir=/dev/null'])
    expect(printed).toContain('no issues found')
  },
  SLOW_MS,
)
