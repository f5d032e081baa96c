import type { Tier } from '@gleaner/contracts'
import { createEgress, type Egress } from '@gleaner/egress'
import type { FetchOutcome, FetchRequest } from '@gleaner/http-tiers'
import {
  CUT_CSV,
  CUT_ENCODINGS,
  CUT_HTTP1,
  CUT_HTTP2,
  CUT_JSON,
  EMPTY_ANSWERS,
  EMPTY_PAGES,
  FILLED_BY_SCRIPT,
} from '@gleaner/http-tiers/testing/cut-responses'
import { type RawSite, serveRawResponses } from '@gleaner/http-tiers/testing/serve-raw-responses'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createTrustingChromium, type TrustingChromium } from '../browser/testing/trusting-chromium.ts'
import { type AllTiers, openAllTiers } from './all-tiers.ts'

/** Tries each of the tiers. */
export function testCutResponses(tiersTried: readonly Tier[]): void {
  let site: RawSite
  let egress: Egress
  let chromium: TrustingChromium
  let tiers: AllTiers

  beforeAll(async () => {
    site = await serveRawResponses(
      {
        ...CUT_HTTP1,
        ...CUT_JSON,
        ...CUT_CSV,
        ...CUT_ENCODINGS,
        ...EMPTY_PAGES,
        ...EMPTY_ANSWERS,
        ...FILLED_BY_SCRIPT,
      },
      CUT_HTTP2,
    )
    chromium = await createTrustingChromium(site.cert)
    egress = createEgress({ allow: '127.0.0.0/8' })
    tiers = openAllTiers(egress, {
      executablePath: chromium.path,
      maxPages: 4,
      ignoreTlsErrors: true,
    })
  })

  afterAll(async () => {
    await tiers.close()
    await egress.close()
    await chromium.remove()
    await site.close()
  })

  function fetch(tier: Tier, name: string, more: Partial<FetchRequest> = {}): Promise<FetchOutcome> {
    const request: FetchRequest = { url: site.urlOf(name), method: 'GET', maxBytes: 1_000_000, ...more }
    return tiers.fetchers[tier].fetch(request, AbortSignal.timeout(25_000))
  }

  /** The browser tiers bring pages by the same code: each has every third response, as a page takes a third of a second of CPU time. */
  const BROWSER_TIERS: readonly Tier[] = ['3.5', '4', '5']

  function namesFor(tier: Tier, responses: object): string[] {
    const names = Object.keys(responses)
    const turn = BROWSER_TIERS.indexOf(tier)
    return turn < 0 ? names : names.filter((_, index) => index % BROWSER_TIERS.length === turn)
  }

  /** What each response came to, by its name; all are asked for beside each other. */
  async function outcomesOf(tier: Tier, names: string[]) {
    const outcomes = await Promise.all(names.map((name) => fetch(tier, name)))
    return Object.fromEntries(names.map((name, i) => [name, summaryOf(outcomes[i]!)]))
  }

  const summaryOf = (outcome: FetchOutcome) => (outcome.kind === 'failed' ? outcome.reason : outcome.kind)
  const all = (names: string[], summary: string) => Object.fromEntries(names.map((name) => [name, summary]))

  describe.each(tiersTried)('tier %s', (tier) => {
    test('fails when a body is cut in transfer, over HTTP/1.1', async () => {
      const names = namesFor(tier, CUT_HTTP1)
      expect(await outcomesOf(tier, names)).toEqual(all(names, 'network_error'))
    })

    // Tier 1 speaks HTTP/1.1 alone.
    if (tier !== '1')
      test('fails when a body is cut in transfer, over HTTP/2', async () => {
        const names = namesFor(tier, CUT_HTTP2)
        expect(await outcomesOf(tier, names)).toEqual(all(names, 'network_error'))
      })

    test('fails when JSON is cut that has no length', async () => {
      const names = namesFor(tier, CUT_JSON)
      const reason = Number(tier) <= 3 ? 'broken_body' : 'network_error'
      // Its client reads a small body with a length before it shows the head.
      const unseen = tier === '3' ? { 'JSON, encoded, shorter than its length': 'network_error' } : {}
      expect(await outcomesOf(tier, names)).toEqual({ ...all(names, reason), ...unseen })
    })

    // Chromium tells neither of these from whole ones.
    if (Number(tier) <= 3) {
      test('fails when a body is cut that is no page, and has no length', async () => {
        const names = namesFor(tier, CUT_CSV)
        expect(await outcomesOf(tier, names)).toEqual(all(names, 'broken_body'))
      })

      test('fails when a body is cut within its content encoding', async () => {
        const names = namesFor(tier, CUT_ENCODINGS)
        expect(await outcomesOf(tier, names)).toEqual(all(names, 'broken_body'))
      })
    }

    test('fails when a page is empty', async () => {
      const names = namesFor(tier, EMPTY_PAGES)
      expect(await outcomesOf(tier, names)).toEqual(all(names, 'empty_shell'))
    })

    test('delivers what is empty as it should be', async () => {
      const names = namesFor(tier, EMPTY_ANSWERS)
      expect(await outcomesOf(tier, names)).toEqual(all(names, 'page'))
      const posted = await fetch(tier, 'a length of 0', {
        method: 'POST',
        body: 'a',
        contentType: 'text/plain',
      })
      expect(posted).toMatchObject({ kind: 'page', page: { status: 200 } })
    })

    test('leaves a page that a script fills to browsers, which deliver what it became', async () => {
      const [name] = Object.keys(FILLED_BY_SCRIPT)
      const outcome = await fetch(tier, name!)
      if (Number(tier) <= 3) expect(outcome).toMatchObject({ kind: 'failed', reason: 'empty_shell' })
      else expect(textOf(outcome)).toContain('Rope, tar and canvas')
    })
  })

  function textOf(outcome: FetchOutcome): string {
    if (outcome.kind !== 'page') throw new Error(JSON.stringify(outcome))
    return Buffer.from(outcome.page.body).toString()
  }
}
