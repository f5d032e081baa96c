import { ScrapeRequest, uuidv7 } from '@gleaner/contracts'
import { splitRequest } from '@gleaner/jobs'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { describe, expect, test } from '@jest/globals'
import type { CrawlBatch, CrawlRow } from '../crawl-row.ts'
import { secretsContext } from '../secrets.ts'
import { createItemMaker, loginOf } from './make-item.ts'

const box = createSecretBox(generateKey('test'))
const ORIGIN = 'https://site.example'
const batch = { apiKeyId: uuidv7(), test: false } as CrawlBatch

/** A crawl that was accepted with this request. */
function crawlOf(request: { url?: string; [field: string]: unknown } = {}): CrawlRow {
  const id = uuidv7()
  const { spec, secrets } = splitRequest(ScrapeRequest.parse({ url: `${ORIGIN}/`, sync: false, ...request }))
  return {
    id,
    accountId: uuidv7(),
    options: { scrape: spec },
    secrets: secrets ? box.seal(JSON.stringify(secrets), secretsContext(id)) : null,
    maxConcurrency: 3,
    delayMs: 250,
  } as unknown as CrawlRow
}

describe('an item of a crawl', () => {
  test('is scraped as its crawl says, at its own address, in the line of the crawl', () => {
    const crawl = crawlOf({ formats: ['text'] })
    const maker = createItemMaker(crawl, batch, box)
    const item = maker.make(`${ORIGIN}/a`, undefined)
    expect(item).toMatchObject({
      accountId: crawl.accountId,
      apiKeyId: batch.apiKeyId,
      test: false,
      spec: { url: `${ORIGIN}/a`, formats: ['text'] },
      cacheKey: undefined,
      idempotency: undefined,
      secrets: undefined,
    })
    expect(item.line).toContain(crawl.id)
    expect(item.line).toBe(maker.line)
    expect(createItemMaker({ ...crawl, delayMs: 500 }, batch, box).line).not.toBe(maker.line)
  })

  test('begins in a browser where its address names a place that scripts show, and elsewhere as cheap as may be', () => {
    const maker = createItemMaker(crawlOf(), batch, box)
    const first = (url: string) => maker.make(url, undefined).plan.steps[0]!.tier
    expect([first(`${ORIGIN}/#/a`), first(`${ORIGIN}/#a`), first(`${ORIGIN}/a`)]).toEqual(['4', '1', '1'])
  })

  test('tells the webhook address of its crawl where the crawl was asked to', () => {
    const webhookUrl = 'https://hooks.example/'
    const receiverOf = (options: object, address: string | null) => {
      const crawl = crawlOf()
      const asked = { ...crawl, options: { ...crawl.options, ...options } }
      return createItemMaker(asked, { ...batch, webhookUrl: address }, box).make(`${ORIGIN}/a`, undefined)
        .webhookUrl
    }
    expect(receiverOf({ webhook_pages: true }, webhookUrl)).toBe(webhookUrl)
    expect(receiverOf({}, webhookUrl)).toBeUndefined()
    expect(receiverOf({ webhook_pages: true }, null)).toBeUndefined()
  })

  test('costs no more than is left of max_credits, or is refused', () => {
    const maker = createItemMaker(crawlOf(), batch, box)
    const dearest = (credits?: number) => maker.make(`${ORIGIN}/a`, undefined, credits).plan.steps.at(-1)!
    expect(dearest(2).priceMicros).toBeLessThanOrEqual(400)
    expect(dearest().priceMicros).toBeGreaterThan(400)
    expect(() => maker.make(`${ORIGIN}/a`, undefined, 0.5)).toThrow(
      expect.objectContaining({ code: 'BUDGET_EXCEEDED' }),
    )
  })
})

describe('the secrets of a crawl', () => {
  const login = 'https://u:canary@site.example/'

  test('its headers are sent to each page, and the login of its address to pages of its origin alone', () => {
    const maker = createItemMaker(crawlOf({ url: login, headers: { 'X-Token': 'header' } }), batch, box)
    const own = maker.make(`${ORIGIN}/a`, undefined).secrets
    expect(own).toMatchObject({ headers: { 'X-Token': 'header' } })
    expect(own?.authorization).toMatch(/^Basic /)
    for (const other of ['https://sub.site.example/a', 'http://site.example/a', `${ORIGIN}:8443/a`])
      expect(maker.make(other, undefined).secrets).toEqual({ headers: { 'X-Token': 'header' } })
  })

  test('of a login alone nothing is left for other origins', () => {
    const maker = createItemMaker(crawlOf({ url: login }), batch, box)
    expect(maker.make('https://sub.site.example/a', undefined).secrets).toBeUndefined()
  })

  test('files beside its pages are asked for with that login at its origin, and with none where there is none', () => {
    expect(loginOf(crawlOf({ url: login }), box)).toEqual({
      origin: ORIGIN,
      authorization: expect.stringMatching(/^Basic /),
    })
    expect(loginOf(crawlOf({ headers: { 'X-Token': 'x' } }), box)).toBeUndefined()
    expect(loginOf(crawlOf(), box)).toBeUndefined()
  })
})
