import { expect } from '@jest/globals'
import { shareFleet } from '../../../packages/tools/devstack/src/testing/shared-fleet.ts'
import { pythonWith, runPython } from '../../../packages/tools/testkit/src/python.ts'
import { where } from '../../../packages/tools/testkit/src/where.ts'

/** Both halves do each test; on a busy machine that takes minutes. */
const SLOW_MS = 900_000
const PYTEST = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider']

where(pythonWith('httpx', 'pydantic', 'pytest')).test(
  'the Python client passes its tests against a fleet',
  async () => {
    const { info, url, ports } = await shareFleet()
    const printed = await runPython([...PYTEST, 'tests'], {
      env: {
        GLEANER_URL: url,
        GLEANER_API_KEY: info.api_key,
        GLEANER_TEST_SITE: info.sample_site,
        GLEANER_TEST_EMAIL: info.user.email,
        GLEANER_TEST_PASSWORD: info.user.password,
        GLEANER_TEST_RECEIVER: String(ports[0]),
      },
    })
    expect(printed).toMatch(/\d+ passed/)
    expect(printed).not.toMatch(/skipped|no tests ran/)
  },
  SLOW_MS,
)
