import { createEgress, type Egress } from '@gleaner/egress'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type BrowserPool, createBrowserPool } from '../pool/pool.ts'
import { CHROMIUM } from '../testing/chromium-path.ts'
import { type LocalSite, startLocalSite } from '../testing/local-site.ts'
import { runInPage } from './run-in-page.ts'

describe('our functions in a page', () => {
  let site: LocalSite
  let egress: Egress
  let pool: BrowserPool

  const page = (title: string) => `<!doctype html><title>${title}</title>
<script>document.querySelector = () => 'mine'; globalThis.mark = 'mine'</script>`

  beforeAll(async () => {
    site = await startLocalSite({ '/one': page('One'), '/two': page('Two') })
    egress = createEgress({ allow: '127.0.0.0/8' })
    pool = createBrowserPool({ egress, executablePath: CHROMIUM })
  })
  afterAll(async () => {
    await pool.close()
    await egress.close()
    await site.close()
  })

  test('see each document that its frame comes to show, what was kept in it, and nothing that its scripts changed', async () => {
    const look = () => {
      const world = globalThis as { mark?: string; visits?: number }
      world.visits = (world.visits ?? 0) + 1
      return [document.querySelector('title')?.textContent, world.mark, world.visits]
    }
    const options = { url: site.url, device: 'desktop', personal: false, visible: false } as const
    const seen = await pool.withPage(
      options,
      async ({ page, session, mainFrameId }) => {
        const looks: unknown[] = []
        for (const path of ['/one', '/two']) {
          await page.goto(site.url + path)
          for (let i = 0; i < 2; i++) looks.push(await runInPage(session, mainFrameId, look))
        }
        return looks
      },
      AbortSignal.timeout(25_000),
    )
    expect(seen).toEqual([
      ['One', null, 1],
      ['One', null, 2],
      ['Two', null, 1],
      ['Two', null, 2],
    ])
  })
})
