import { join } from 'node:path'
import { beforeAll, expect, test } from '@jest/globals'
import { type SharedFleet, shareFleet } from '../../../packages/tools/devstack/src/testing/shared-fleet.ts'
import { pythonWith, runPython } from '../../../packages/tools/testkit/src/python.ts'
import { where } from '../../../packages/tools/testkit/src/where.ts'

const FOLDER = join(import.meta.dirname, '..')
/** Python and Scrapy take seconds to begin, on a busy machine many. */
const SLOW_MS = 600_000
const HANDLER = 'gleaner_scrapy.GleanerDownloadHandler'

interface Asked {
  url: string
  meta?: Record<string, unknown>
  headers?: Record<string, string>
  log_in?: true
}

interface Seen {
  asked: string
  url: string
  status: number
  kind: string
  type: string
  text: string
  title: string | null
  flags: string[]
  redirects: string[] | null
  markdown: string | null
  tries: number
}

where(pythonWith('httpx', 'pydantic', 'scrapy')).describe('a Scrapy spider', () => {
  let fleet: SharedFleet
  beforeAll(async () => {
    fleet = await shareFleet()
  })

  /** What the spider saw of each request, by its path. */
  async function crawl(settings: object, requests: Asked[], env: Record<string, string> = {}) {
    const printed = await runPython(
      ['tests/crawl.py', JSON.stringify({ RETRY_TIMES: 1, ...settings }), JSON.stringify(requests)],
      { cwd: FOLDER, env },
    )
    const seen = JSON.parse(/^SEEN (.*)$/m.exec(printed)![1]!) as Seen[]
    const { api_key } = fleet.info
    expect(printed).not.toContain(api_key)
    return new Map(seen.map((one) => [one.asked.replace(fleet.info.sample_site, ''), one]))
  }

  test(
    'downloads pages through the handler as if it had them itself',
    async () => {
      const { api_key, sample_site } = fleet.info
      const settings = {
        DOWNLOAD_HANDLERS: { http: HANDLER, https: HANDLER },
        GLEANER_URL: fleet.url,
        GLEANER_API_KEY: api_key,
        GLEANER_OPTIONS: { external_id: 'scrapy' },
      }
      const at = (path: string, more: Omit<Asked, 'url'> = {}): Asked => ({
        url: sample_site + path,
        ...more,
      })
      const seen = await crawl(settings, [
        at('/article', { meta: { gleaner: { formats: ['markdown'] } } }),
        at('/status/404'),
        at('/redirect/2'),
        at('/spa', { meta: { gleaner: { advanced: { render_js: true, wait_for: '.item, li' } } } }),
        at('/charset/windows-1251'),
        at('/pdf'),
        at('/login', { log_in: true }),
        at('/headers', { headers: { 'X-Mine': 'yes' } }),
        at('/headers?plain', { meta: { gleaner: false } }),
        at('/json', { meta: { gleaner: { advnced: {} } } }),
        { url: 'http://no.such.host.invalid/' },
      ])

      const article = seen.get('/article')!
      expect(article).toMatchObject({ status: 200, kind: 'HtmlResponse', url: `${sample_site}/article` })
      expect(article.title).toBe('What a bridge keeper writes down')
      expect(article.markdown).toMatch(/^# What a bridge keeper/)
      expect(article.flags).toEqual(['gleaner', expect.stringMatching(/^job=/), 'credits=1', 'tier=1'])

      expect(seen.get('/status/404')).toMatchObject({ status: 404 })
      expect(seen.get('/redirect/2')).toMatchObject({ url: `${sample_site}/plain`, status: 200 })
      expect(seen.get('/redirect/2')!.redirects).toHaveLength(2)
      expect(seen.get('/spa')!.flags).toContain('tier=4')
      expect(seen.get('/charset/windows-1251')!.text).toMatch(/[а-я]{4}/)
      expect(seen.get('/pdf')).toMatchObject({ kind: 'Response', text: '%PDF-', type: 'application/pdf' })
      expect(seen.get('/login')).toMatchObject({ url: `${sample_site}/account`, status: 200 })

      const headers = seen.get('/headers')!.text
      expect(headers).toMatch(/x-mine.*yes/is)
      expect(headers).not.toMatch(/scrapy/i)
      expect(seen.get('/headers?plain')!.text).toMatch(/scrapy/i)
      expect(seen.get('/headers?plain')!.flags).toEqual([])

      expect(seen.get('/json')).toMatchObject({ kind: 'InvalidRequestError', tries: 0 })
      expect(seen.get('/json')!.text).toContain('advanced')
      expect(seen.get('http://no.such.host.invalid/')).toMatchObject({ kind: 'DownloadFailed', tries: 1 })
    },
    SLOW_MS,
  )

  test(
    'downloads pages through the proxy port by one setting',
    async () => {
      const { api_key, sample_site, proxy } = fleet.info
      const through = (options: string, paths: string[]) =>
        crawl(
          {},
          paths.map((path) => ({ url: sample_site + path })),
          {
            http_proxy: proxy!.replace('://', `://${api_key}:${options}@`),
          },
        )
      const plain = await through('', ['/article', '/headers', '/status/404'])
      expect(plain.get('/article')).toMatchObject({ status: 200, kind: 'HtmlResponse' })
      expect(plain.get('/article')!.title).toBe('What a bridge keeper writes down')
      expect(plain.get('/headers')!.text).not.toMatch(/scrapy/i)
      expect(plain.get('/status/404')).toMatchObject({ status: 404 })
      const rendered = await through('render_js=true', ['/spa'])
      expect(rendered.get('/spa')!.text).toContain('Three umbrellas')
    },
    SLOW_MS,
  )
})
