import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Fleet, startFleet } from '@gleaner/devstack'
import { FLEET_UNDER_TEST } from '@gleaner/devstack/testing/fleet-under-test'
import { eventually } from '@gleaner/testkit/eventually'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { framed, rawHttp } from '../testing/ask-raw.ts'
import type { Service } from '../testing/connect.ts'
import { openSession } from '../testing/open-session.ts'

let home: string
let fleet: Fleet
let service: Service
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'gleaner-mcp-'))
  fleet = await startFleet({ home, port: 0, env: FLEET_UNDER_TEST })
  service = { url: new URL(fleet.info.base_url).origin, key: fleet.info.api_key }
})
afterAll(async () => {
  await fleet?.stop()
  await rm(home, { recursive: true, force: true, maxRetries: 20 })
})

test('a task goes on while the gateway is killed, and the next one answers for it', async () => {
  const first = await openSession(service, 'HTTP', '2026-07-28')
  const execution = await first.session.callTool('crawl_site', {
    url: fleet.info.sample_site,
    max_pages: 10,
    exclude_patterns: ['/slow*', '/never', '/hang', '/stall', '/drip*'],
  })
  if (execution.kind !== 'task') throw new Error('no task was begun')
  const reference = execution.serializeReference()
  await execution.detach()
  const before = fleet.info.pids.gateway!
  process.kill(before, 'SIGKILL')
  await eventually(() => expect([undefined, before]).not.toContain(fleet.info.pids.gateway))
  const raw = rawHttp(service, '2026-07-28')
  await eventually(
    async () => expect((await raw.ask('tasks/get', framed({ taskId: reference.taskId }))).status).toBe(200),
    { timeoutMs: 60_000 },
  )
  const later = await openSession(service, 'HTTP', '2026-07-28')
  const { outcome } = await (await later.session.resumeTask(reference)).settle()
  expect(outcome).toMatchObject({ status: 'completed', result: { structuredContent: { completed: 10 } } })
  await Promise.all([first.close(), later.close()])
})
