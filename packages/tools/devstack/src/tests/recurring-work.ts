import { createHmac } from 'node:crypto'
import { eventually } from '@gleaner/testkit/eventually'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Api, apiOf } from '../testing/fair/api.ts'
import { openAccount } from '../testing/open-account.ts'
import type { ChangingSite } from './changing-site.ts'
import type { StackUnderTest } from './stack-under-test.ts'

const pageWith = (price: string) =>
  `<title>Anvil</title><main><h1>Anvil</h1><p>The anvil is made of iron, and costs ${price}.</p></main>`

/** What goes on by itself, through every service of the fleet: it is made by a schedule, fetched, compared, and reported by webhooks. */
export function describeRecurringWork(running: () => StackUnderTest): void {
  describe('recurring work through the whole fleet', () => {
    let api: Api
    let site: ChangingSite
    beforeAll(async () => {
      const { fleet, pool, changing } = running()
      site = changing
      api = apiOf(fleet.info.base_url, await openAccount(pool))
      for (const path of ['/anvil', '/watched']) site.pages.set(path, pageWith('$19.99'))
    })
    afterAll(() => void site.received.splice(0))

    /** The events of a receiver, in the order of their arrival, whose signatures are right. */
    async function eventsAt(path: string) {
      const { secret } = (await api('GET', '/webhooks/secret')).body
      return site.received
        .filter((message) => message.path === path)
        .map(({ headers, body }) => {
          const signature = createHmac('sha256', secret).update(body).digest('hex')
          expect(String(headers['x-service-signature'])).toContain(signature)
          return JSON.parse(body)
        })
    }

    test('a run of a schedule is made, delivered, noted and told', async () => {
      const made = await api('POST', '/schedules', {
        name: 'anvils',
        urls: [`${site.origin}/anvil`],
        schedule: 'every day at 3am',
        webhook_url: `${site.origin}/scheduled`,
      })
      expect(made.status).toBe(201)
      const at = `/schedules/${made.body.id}`
      expect((await api('POST', `${at}/run`)).status).toBe(202)
      const [run] = await eventually(async () => {
        const { runs } = (await api('GET', `${at}/runs`)).body
        expect(runs).toMatchObject([{ status: 'completed' }])
        return runs
      })
      const { body } = await api('GET', `/batch/${run.batch_id}?include_results=true`)
      expect(body).toMatchObject({ status: 'completed', completed: 1, failed: 0 })
      await eventually(async () => {
        const types = (await eventsAt('/scheduled')).map(({ event }) => event)
        expect(types.filter((type) => type === 'schedule.completed')).toHaveLength(1)
      })
    })

    test('a change that a monitor finds is told once, with what it was and is', async () => {
      const made = await api('POST', '/monitors', {
        name: 'anvil',
        url: `${site.origin}/watched`,
        check_interval: 'every day at 3am',
        webhook_url: `${site.origin}/changed`,
      })
      expect(made.status).toBe(201)
      const at = `/monitors/${made.body.id}`
      const checked = async (times: number) => {
        expect((await api('POST', `${at}/check`)).status).toBe(202)
        await eventually(async () => {
          const { checks } = (await api('GET', `${at}/checks`)).body
          expect(checks.map(({ status }: { status: string }) => status)).toEqual(
            Array(times).fill('completed'),
          )
        })
      }
      await checked(1)
      site.pages.set('/watched', pageWith('$15.00'))
      await checked(2)
      await checked(3)

      const changes = (await api('GET', `${at}/changes`)).body
      expect(changes.total).toBe(1)
      expect(JSON.stringify(changes)).toMatch(/19\.99.*15\.00/)
      await eventually(async () => {
        const sent = await eventsAt('/changed')
        expect(sent.filter(({ event }) => event === 'monitor.changed')).toHaveLength(1)
      })
    })
  })
}
