import { eventually } from '@gleaner/testkit/eventually'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Answer, framed, type Raw, rawHttp, rawStdio, TASKS } from '../testing/ask-raw.ts'
import { call, connectHttp, REVISIONS, type Service } from '../testing/connect.ts'
import { openAccount, type Visitor } from '../testing/open-account.ts'
import { openSession } from '../testing/open-session.ts'
import type { ServiceUnderTest } from '../testing/start-service.ts'

const WAYS = (['HTTP', 'stdio'] as const).flatMap((way) => REVISIONS.map((revision) => ({ way, revision })))

/** Batches and crawls that clients follow as tasks. */
export function describeTasks(running: () => ServiceUnderTest): void {
  // Somebody whose tokens no other test counts.
  let stranger: Visitor
  beforeAll(async () => {
    stranger = await openAccount(running())
  })

  describe.each(WAYS)('a task over $way in $revision', ({ way, revision }) => {
    const isOld = revision === '2025-11-25'
    let raw: Raw
    let opened: Opened
    const open = (service: Service) =>
      way === 'HTTP' ? rawHttp(service, revision) : rawStdio(service, revision)
    /** A request as a client sends it that knows tasks. */
    const ask = (method: string, params: Record<string, unknown>): Promise<Answer> =>
      raw.ask(method, isOld ? params : framed(params))
    const start = async (name: string, args: Record<string, unknown>) => {
      const { result } = await ask('tools/call', { name, arguments: args, ...(isOld && { task: {} }) })
      return isOld ? result.task : result
    }
    /** What takes long, and has ended soon after it was cancelled. */
    const startSlow = () => {
      const urls = Array.from({ length: 100 }, (_, n) => `${running().site}/slow?ms=2000&n=${n}`)
      return start('scrape_batch', { urls })
    }

    beforeAll(async () => {
      raw = await open(running())
      opened = await openSession(running(), way, revision)
    })
    afterAll(() => Promise.all([opened.close(), raw.close()]))

    test('is followed by the official client to its end, and gives what the call would have given', async () => {
      const args = { url: `${running().site}/plain`, max_pages: 1 }
      const execution = await opened.session.callTool('crawl_site', args, { task: { preference: 'prefer' } })
      expect(execution.kind).toBe('task')
      const { outcome } = await execution.settle()
      expect(outcome).toMatchObject({
        status: 'completed',
        task: { taskId: expect.stringMatching(/^crawl_/) },
      })
      const { structuredContent, content } = (outcome as unknown as { result: Record<string, unknown> })
        .result
      expect(structuredContent).toMatchObject({
        kind: 'crawl',
        status: 'completed',
        ended: true,
        completed: 1,
      })
      expect(JSON.stringify(content)).toContain('Read the pages with list_results')
    })

    test('names what was left out of a batch, at its beginning and at its end', async () => {
      const task = await start('scrape_batch', { urls: ['http://10.0.0.1/', `${running().site}/plain`] })
      const { ttl: keptOld, ttlMs: kept = keptOld, ...begun } = task
      // It may have ended by then: only then is it known how long it is kept.
      expect(kept === null || kept > 86_400_000).toBe(true)
      expect(begun).toEqual({
        ...(!isOld && { resultType: 'task', _meta: expect.anything() }),
        taskId: expect.stringMatching(/^batch_/),
        status: 'working',
        statusMessage: expect.stringMatching(/[01] of 1 pages/),
        createdAt: expect.stringMatching(/Z$/),
        lastUpdatedAt: expect.stringMatching(/Z$/),
        [isOld ? 'pollInterval' : 'pollIntervalMs']: expect.any(Number),
      })
      const ended = await eventually(
        async () => {
          const { result } = await ask('tasks/get', { taskId: task.taskId })
          expect(result.status).toBe('completed')
          return result
        },
        { timeoutMs: 60_000 },
      )
      const ttl = isOld ? ended.ttl : ended.ttlMs
      expect(ttl).toBeGreaterThan(86_400_000)
      const result = isOld ? (await ask('tasks/result', { taskId: task.taskId })).result : ended.result
      expect(result.structuredContent).toMatchObject({
        completed: 1,
        skipped: [{ index: 0, message: expect.stringContaining('public address') }],
      })
      if (isOld)
        expect(result._meta).toEqual({ 'io.modelcontextprotocol/related-task': { taskId: task.taskId } })
      else expect(result).toMatchObject({ resultType: 'complete' })
      expect((await ask('tasks/cancel', { taskId: task.taskId })).error?.code).toBe(
        isOld ? -32602 : undefined,
      )
    })

    test('is cancelled, and ends', async () => {
      const { taskId } = await startSlow()
      const { result } = await ask('tasks/cancel', { taskId })
      expect(result).toMatchObject(isOld ? { taskId, status: 'cancelled' } : { resultType: 'complete' })
      await eventually(async () =>
        expect((await ask('tasks/get', { taskId })).result).toMatchObject({ taskId, status: 'cancelled' }),
      )
    })

    test('is nobody else’s, and none where there is none', async () => {
      const { taskId } = await startSlow()
      const other = await open({ url: running().url, key: (await stranger.newKey()).key })
      for (const method of ['tasks/get', 'tasks/cancel', isOld ? 'tasks/result' : 'tasks/update']) {
        const params = (id: string) => (isOld ? { taskId: id } : framed({ taskId: id, inputResponses: {} }))
        for (const { error } of [
          await other.ask(method, params(taskId)),
          await raw.ask(method, params('batch_00000000-0000-7000-8000-000000000000')),
          await raw.ask(method, params('nonsense')),
        ])
          expect([method, error]).toEqual([method, expect.objectContaining({ code: -32602 })])
      }
      await ask('tasks/cancel', { taskId })
      await other.close()
    })

    test('says clearly that the key is revoked, and goes on', async () => {
      const { key, id } = await stranger.newKey()
      const revoked = await open({ url: running().url, key })
      const params = { name: 'crawl_site', arguments: { url: `${running().site}/hang` }, task: {} }
      const { result } = await revoked.ask('tools/call', isOld ? params : framed(params))
      const { taskId } = isOld ? result.task : result
      await stranger.person.keys.delete(id)
      // Each gateway knows a key for a moment.
      await eventually(async () => {
        const { status, error } = await revoked.ask('tasks/get', isOld ? { taskId } : framed({ taskId }))
        expect(status).toBe(way === 'HTTP' ? 401 : undefined)
        expect(error?.data?.error).toBe('UNAUTHENTICATED')
        expect(error?.message).toMatch(/key/i)
      })
      await stranger.person.crawls.cancel(taskId.slice('crawl_'.length))
      await revoked.close()
    })

    if (isOld)
      test('is asked for by its field alone', async () => {
        const { result } = await raw.ask('tools/call', {
          name: 'scrape_batch',
          arguments: { urls: [`${running().site}/plain`], wait_seconds: 0 },
        })
        expect(result.structuredContent.work_id).toMatch(/^batch_/)
        const page = await start('scrape', { url: `${running().site}/plain` })
        expect(page).toBeUndefined()
        const { tools } = (await raw.ask('tools/list', {})).result
        const supporting = tools.filter((tool: { execution?: object }) => tool.execution)
        expect(supporting.map(({ name }: { name: string }) => name)).toEqual(['scrape_batch', 'crawl_site'])
      })
    else
      test('is not for who does not announce the extension with the request', async () => {
        const plain = (method: string, params: Record<string, unknown>) => raw.ask(method, framed(params, {}))
        const { result } = await plain('tools/call', {
          name: 'scrape_batch',
          arguments: { urls: [`${running().site}/plain`], wait_seconds: 0 },
          task: {},
        })
        expect(result).toMatchObject({ resultType: 'complete', structuredContent: { kind: 'batch' } })
        for (const [method, params] of [
          ['tasks/get', { taskId: 'any' }],
          ['tasks/update', { taskId: 'any', inputResponses: {} }],
          ['tasks/cancel', { taskId: 'any' }],
          ['subscriptions/listen', { notifications: { taskIds: ['any'] } }],
        ] as const)
          expect([method, (await plain(method, params)).error]).toEqual([
            method,
            expect.objectContaining({
              code: -32021,
              data: { requiredCapabilities: { extensions: TASKS } },
            }),
          ])
        for (const method of ['tasks/result', 'tasks/list'])
          expect((await ask(method, { taskId: 'any' })).error?.code).toBe(-32601)
      })
  })

  test('what has failed as a whole is an error, of the task as of the call', async () => {
    const client = await connectHttp(running(), '2026-07-28')
    const args = { url: 'http://nothing.invalid/', wait_seconds: 60 }
    const { isError, text, data } = await call(client, 'crawl_site', args)
    expect([isError, text]).toEqual([true, expect.stringMatching(/failed.*What to do/s)])
    const old = rawHttp(running(), '2025-11-25')
    const { result } = await old.ask('tasks/get', { taskId: data.work_id })
    expect(result.status).toBe('failed')
    await client.close()
  })
}

type Opened = Awaited<ReturnType<typeof openSession>>
