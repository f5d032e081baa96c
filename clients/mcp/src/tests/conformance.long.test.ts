import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { REVISIONS } from '../testing/connect.ts'
import { installSuite, runSuite } from '../testing/run-conformance.ts'
import { startRelay } from '../testing/start-relay.ts'
import { type ServiceUnderTest, startService } from '../testing/start-service.ts'

/** Its scenarios of both revisions are those that were frozen with them. */
const VERSION = '0.2.0-alpha.12'

const baselineOf = (revision: string) =>
  fileURLToPath(new URL(`../../conformance/${revision}.yml`, import.meta.url))

describe('the conformance suite of the protocol', () => {
  let folder: string
  let program: string
  let service: ServiceUnderTest
  let relay: Awaited<ReturnType<typeof startRelay>>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gleaner-conformance-'))
    program = await installSuite(folder, VERSION)
    service = await startService()
    relay = await startRelay(service)
  })
  afterAll(async () => {
    await relay.close()
    await service.close()
    await rm(folder, { recursive: true, force: true })
  })

  test.each(REVISIONS)('finds nothing in %s but what the baseline gives a reason for', async (revision) => {
    const { code, output } = await runSuite(program, `${relay.url}/mcp`, [
      '--requirements',
      revision,
      '--expected-failures',
      baselineOf(revision),
    ])
    expect([code, code === 0 ? '' : output]).toEqual([0, ''])
  })
})
