import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { REVISIONS, type Revision } from '../testing/connect.ts'
import { installProgram, runProgram } from '../testing/run-program.ts'
import { startRelay } from '../testing/start-relay.ts'
import { type ServiceUnderTest, startService } from '../testing/start-service.ts'
import { startSuiteServer } from '../testing/suite-server/start-suite-server.ts'

/** Of the extension for tasks, which no revision requires. */
const TASK_SCENARIOS = [
  'tasks-lifecycle',
  'tasks-capability-negotiation',
  'tasks-wire-fields',
  'tasks-request-state-removal',
  'tasks-mrtr-input',
  'tasks-request-headers',
  'tasks-dispatch-and-envelope',
  'tasks-required-task-error',
  'tasks-mrtr-composition',
]

/** Of the extension for skills; ours has no folder within, which a third of them wants. */
const SKILL_SCENARIOS = ['sep-2640-skills-enumeration', 'sep-2640-skills-manifest']

let folder: string
let service: ServiceUnderTest
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-conformance-'))
  service = await startService()
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the conformance suite of the protocol', () => {
  let program: string
  let relay: Awaited<ReturnType<typeof startRelay>>
  let suiteServer: Awaited<ReturnType<typeof startSuiteServer>>
  beforeAll(async () => {
    program = await installProgram(folder, 'conformance')
    relay = await startRelay(service)
    suiteServer = await startSuiteServer()
  })
  afterAll(() => Promise.all([suiteServer.close(), relay.close()]))

  const expectPassed = async (...args: string[]) => {
    const { code, output } = await runProgram(program, args)
    expect([code, code === 0 ? '' : output]).toEqual([0, ''])
  }
  const required = (revision: Revision, baseline: string) => {
    const file = fileURLToPath(new URL(`../../conformance/${baseline}${revision}.yml`, import.meta.url))
    return ['--requirements', revision, '--expected-failures', file]
  }

  test.each(REVISIONS)('finds nothing in %s but what the baseline gives a reason for', async (revision) => {
    await expectPassed('server', '--url', `${relay.url}/mcp`, ...required(revision, ''))
  })

  test.each(REVISIONS)(
    'finds what it calls by name as required in %s, served as ours is',
    async (revision) => {
      await expectPassed('server', '--url', suiteServer.url, ...required(revision, 'suite-server.'))
    },
  )

  test.each(TASK_SCENARIOS)('finds nothing in tasks: %s', async (scenario) => {
    await expectPassed('server', '--url', suiteServer.url, '--scenario', scenario)
  })

  test.each(SKILL_SCENARIOS)('finds nothing in skills: %s', async (scenario) => {
    await expectPassed('server', '--url', `${relay.url}/mcp`, '--scenario', scenario)
  })

  test('finds who gives keys', async () => {
    const scenario = 'authorization-server-metadata-endpoint'
    await expectPassed('authorization', '--url', service.url, '--scenario', scenario)
  })
})

describe.each(['legacy', 'modern'])('the inspector, as a %s client', (era) => {
  let program: string
  const inspect = async (method: string, ...more: string[]) => {
    const to = [`${service.url}/mcp`, '--transport', 'http', '--header', `X-API-Key: ${service.key}`]
    const how = ['--protocol-era', era, '--format', 'json', '--quiet', '--method', method]
    return await runProgram(program, ['--cli', ...to, ...how, ...more])
  }
  const callTool = async (name: string, args: object) => {
    const { code, output } = await inspect(
      'tools/call',
      '--tool-name',
      name,
      '--tool-args-json',
      JSON.stringify(args),
    )
    expect([name, code === 0 ? 0 : output]).toEqual([name, 0])
    return JSON.parse(output).result.structuredContent
  }
  beforeAll(async () => {
    program = await installProgram(folder, 'inspector')
  })

  test('lists all tools, whose schemas it finds no fault with', async () => {
    const { code, output } = await inspect('tools/list', '--strict')
    expect([code, code === 0 ? '' : output]).toEqual([0, ''])
    expect(JSON.parse(output.split('\n')[0]!).result.tools).toHaveLength(12)
  })

  test('calls all tools', async () => {
    const url = `${service.site}/plain`
    const page = await callTool('scrape', { url })
    expect(await callTool('read_page', { job_id: page.job_id })).toMatchObject({ status: 'completed' })
    expect(await callTool('search', { query: 'swing bridge' })).toMatchObject({ engine: 'index' })
    expect(await callTool('map_site', { url: service.site, max_urls: 20 })).toMatchObject({
      credits_charged: 5,
    })
    expect(await callTool('extract', { url, schema: { title: 'string' } })).toMatchObject({
      status: 'completed',
    })
    const batch = await callTool('scrape_batch', { urls: [url], wait_seconds: 60 })
    expect(batch).toMatchObject({ completed: 1 })
    const crawl = await callTool('crawl_site', { url, max_pages: 2, wait_seconds: 60 })
    expect(crawl).toMatchObject({ kind: 'crawl', ended: true })
    expect(await callTool('check_work', { id: crawl.work_id })).toMatchObject({ status: 'completed' })
    expect((await callTool('list_results', { id: batch.work_id })).items).toHaveLength(1)
    expect(await callTool('cancel_work', { id: batch.work_id })).toMatchObject({ status: 'completed' })
    expect(await callTool('estimate_cost', { url })).toMatchObject({ estimated_pages: 1 })
    expect(await callTool('account', {})).toMatchObject({ credits_held: 0 })
  })

  test('finds the skill to be what it says', async () => {
    expect((await inspect('skills/list', '--verify')).code).toBe(0)
  })
})
