import { eventually } from '@gleaner/testkit/eventually'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { type Api, apiOf } from '../testing/fair/api.ts'
import { openAccount } from '../testing/open-account.ts'
import type { ChangingSite } from './changing-site.ts'
import type { StackUnderTest } from './stack-under-test.ts'

interface Page {
  url: string
  result?: { content: { change_tracking: { change_status: string; visibility: string; diff?: object } } }
}

function ofPage({ url, result }: Page): [string, string] {
  const { change_status, visibility } = result!.content.change_tracking
  return [new URL(url).pathname, `${change_status} ${visibility}`]
}

export function describeChangeTracking(running: () => StackUnderTest): void {
  describe('change tracking through the whole fleet', () => {
    let api: Api
    let site: ChangingSite
    beforeAll(async () => {
      const { fleet, pool, changing } = running()
      site = changing
      api = apiOf(fleet.info.base_url, await openAccount(pool))
    })

    const show = (path: string, text: string, ...links: string[]) =>
      site.pages.set(
        path,
        `<title>Lamps</title><main><h1>Lamps</h1><p>${text}</p>${links
          .map((link) => `<p><a href="${link}">Go to ${link}</a></p>`)
          .join('')}</main>`,
      )

    /** What a crawl of the site says of each page, by its path: `status visibility`. */
    async function crawl(): Promise<Record<string, string>> {
      const { status, body } = await api('POST', '/crawl', {
        url: `${site.origin}/`,
        formats: ['change_tracking'],
        cost_controls: { max_tier: '2' },
      })
      expect(status).toBe(202)
      return await eventually(async () => {
        const state = (await api('GET', `/crawl/${body.crawl_id}?include_results=true`)).body
        expect(state.status).toBe('completed')
        return Object.fromEntries(state.results.map(ofPage))
      })
    }

    test('a crawl compares each of its pages, and its start page is hidden where no link of its own leads to it', async () => {
      show('/', 'The lamp is in stock.', '/a', '/b')
      show('/a', 'Oil is sold by the door.')
      show('/b', 'Wicks are cut to measure.')
      expect(await crawl()).toEqual({ '/': 'new hidden', '/a': 'new visible', '/b': 'new visible' })

      show('/', 'The lamp is in stock.', '/a', '/b', '/')
      show('/a', 'Oil is sold out.')
      site.pages.delete('/b')
      expect(await crawl()).toEqual({
        '/': 'changed visible',
        '/a': 'changed visible',
        '/b': 'removed visible',
      })
    })
  })
}
