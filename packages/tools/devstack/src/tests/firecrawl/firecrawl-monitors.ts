import { eventually } from '@gleaner/testkit/eventually'
import { expect, test } from '@jest/globals'
import type Firecrawl from '@mendable/firecrawl-js'

interface Given {
  client: Firecrawl
  site: string
  /** The key of another account. */
  another: string
  /** A request as it is. */
  send(
    path: string,
    body?: unknown,
    init?: RequestInit & { key?: string },
    // biome-ignore lint/suspicious/noExplicitAny: replies of any endpoint
  ): Promise<{ status: number; body: any }>
}

/** Monitors of Firecrawl's API. */
export function testMonitors(given: () => Given): void {
  test('keeps monitors, which are ours', async () => {
    const { client, site, another, send } = given()
    const monitor = await client.createMonitor({
      name: 'of theirs',
      schedule: { text: 'every 30 minutes' },
      targets: [{ type: 'scrape', urls: [`${site}/article`], scrapeOptions: { onlyMainContent: true } }],
    })
    expect(monitor).toMatchObject({
      status: 'active',
      schedule: { cron: '*/30 * * * *' },
      targets: [{ type: 'scrape', urls: [`${site}/article`] }],
      nextRunAt: expect.any(String),
    })
    const { id } = monitor
    expect(await client.updateMonitor(id, { status: 'paused', name: 'renamed' })).toMatchObject({
      status: 'paused',
      name: 'renamed',
    })
    const check = await client.runMonitor(id)
    expect(check).toMatchObject({ monitorId: id, trigger: 'manual' })
    await eventually(
      async () => expect(await client.getMonitorCheck(id, check.id)).toMatchObject({ status: 'completed' }),
      { timeoutMs: 60_000 },
    )
    expect(await client.listMonitorChecks(id)).toHaveLength(1)
    for (const [status, count] of Object.entries({ completed: 1, failed: 0 }))
      expect((await send(`/v2/monitor/${id}/checks?status=${status}`)).body.data).toHaveLength(count)
    const { pages } = await client.getMonitorCheck(id, check.id)
    for (const status of ['new', 'removed'] as const)
      expect((await client.getMonitorCheck(id, check.id, { status })).pages).toEqual(
        pages.filter((page) => page.status === status),
      )
    expect(await send(`/v2/monitor/${id}/checks?status=odd`)).toMatchObject({ status: 400 })
    expect((await client.listMonitors()).map((one) => one.id)).toContain(id)
    const crawled = await client.createMonitor({
      name: 'a crawl',
      schedule: { cron: '0 9 * * 1-5', timezone: 'Europe/Berlin' },
      targets: [{ type: 'crawl', url: site, crawlOptions: { limit: 3 } }],
    })
    expect(crawled).toMatchObject({
      targets: [{ type: 'crawl', url: site }],
      schedule: { timezone: 'Europe/Berlin' },
    })
    for (const [method, rest] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/run'],
      ['GET', '/checks'],
      ['GET', `/checks/${check.id}`],
    ])
      expect(
        await send(`/v2/monitor/${id}${rest}`, method === 'PATCH' ? { name: 'taken' } : undefined, {
          method: method!,
          key: another,
        }),
      ).toMatchObject({ status: 404, body: { success: false, code: 'NOT_FOUND' } })
    expect(await client.deleteMonitor(id)).toBe(true)
    expect((await send(`/v2/monitor/${id}`)).status).toBe(404)
  })
}
