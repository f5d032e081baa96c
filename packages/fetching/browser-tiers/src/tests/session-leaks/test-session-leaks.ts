import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import type { Tier } from '@gleaner/contracts'
import { isWithinDomain } from '@gleaner/cookie-rules'
import { createEgress, type Egress } from '@gleaner/egress'
import type { FetchOutcome } from '@gleaner/http-tiers'
import { MAX_REDIRECTS } from '@gleaner/http-tiers'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createTrustingChromium, type TrustingChromium } from '../../browser/testing/trusting-chromium.ts'
import { type AllTiers, hasBrowser, openAllTiers } from '../all-tiers.ts'
import { chainsOf, outOf, pathOfPart, pathOfStranger, RENEWALS, respondAs } from './leak-routes.ts'
import { type Came, type LeakSite, startLeakSite } from './leak-site.ts'
import { PARTS, STRANGERS } from './part-cases.ts'
import { REDIRECTS } from './redirect-cases.ts'
import { requestWith, SESSIONS, type SessionName } from './sessions.ts'

/** How many redirects Chromium follows. */
const CHROMIUM_FOLLOWS = 19
const RENEWED = '/renew/0'
/** The cookies that are set anew there; the last one by the response to a script. */
const RENEWED_NAMES = ['bare', 'host', 'lax', 'script']

const HOSTS = [
  ...new Set([...REDIRECTS.map(({ host }) => host), ...Object.values(SESSIONS).map(({ domain }) => domain)]),
]

/** Tries each of the tiers. */
export function testSessionLeaks(tiersTried: readonly Tier[]): void {
  let site: LeakSite
  let egress: Egress
  let chromium: TrustingChromium
  /** Where browsers keep their files. */
  let folder: string
  let tiers: AllTiers
  const trusted = tls.getCACertificates('default')

  beforeAll(async () => {
    site = await startLeakSite(HOSTS, (came, response) => respond(came, response))
    const respond = respondAs(
      () => site.port,
      () => site.came,
    )
    // Tier 1 has no switch to trust a site's own certificate.
    tls.setDefaultCACertificates([...trusted, site.cert])
    const allow = [...HOSTS, '127.0.0.1'].map((host) => `${host}:${site.port}`).join()
    egress = createEgress({ allow, resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
    chromium = await createTrustingChromium(site.cert)
    folder = await mkdtemp(join(tmpdir(), 'leaks-'))
    tiers = openAllTiers(egress, {
      executablePath: chromium.path,
      maxPages: 4,
      tempRoot: folder,
      ignoreTlsErrors: true,
    })
  })
  afterAll(async () => {
    tls.setDefaultCACertificates(trusted)
    await tiers.close()
    await egress.close()
    await site.close()
    await chromium.remove()
    await rm(folder, { recursive: true, force: true })
  })

  const canaries = ({ path, headers }: Came) => (path + JSON.stringify(headers)).match(/canary-[\w.]+/g) ?? []

  /** The requests that carry values of a session to hosts that are not its own, or in clear when TLS was asked for. */
  function leaksIn(came: Came[], name: SessionName): string[] {
    const { asked, domain } = SESSIONS[name]
    const mayShow = ({ host, secure }: Came, canary: string) =>
      isWithinDomain(host, domain) && (secure || asked.startsWith('http:') || canary === 'canary-http')
    return came.flatMap((each) =>
      canaries(each).flatMap((canary) =>
        mayShow(each, canary) ? [] : [`${canary} to ${each.host}${each.path}`],
      ),
    )
  }

  describe.each(tiersTried)('tier %s', (tier) => {
    let came: Came[]
    const outcomes = new Map<string, FetchOutcome>()
    const isLight = tier === '3.5'
    const redirects = REDIRECTS.filter(({ session = 'app', only }) => {
      if (only !== undefined) return only === (hasBrowser(tier) ? 'browsers' : 'others')
      // Of the tiers with a browser, which share what decides about cookies, one tries all sessions.
      return session === 'app' || !hasBrowser(tier) || tier === '4'
    })
    const parts = hasBrowser(tier) ? PARTS.filter(({ heavy }) => !(isLight && heavy)) : []
    const strangers = hasBrowser(tier) ? STRANGERS.filter(({ heavy }) => !(isLight && heavy)) : []

    async function visit(session: SessionName, path: string): Promise<void> {
      const browser = { removeCookieBanners: false, waitFor: '#done', waitForTimeoutMs: 15_000 }
      const request = { ...requestWith(session, site.port, path), ...(hasBrowser(tier) && { browser }) }
      outcomes.set(path, await tiers.fetchers[tier].fetch(request, AbortSignal.timeout(40_000)))
    }

    beforeAll(async () => {
      site.came.length = 0
      const chains = chainsOf(redirects, hasBrowser(tier) ? CHROMIUM_FOLLOWS : MAX_REDIRECTS)
      const light = isLight ? 'light' : 'all'
      const pages = hasBrowser(tier) ? [`/parts/${light}`, `/to-strangers/${light}`] : []
      await Promise.all([
        ...chains.map(({ session, start }) => visit(session, start)),
        ...[RENEWED, ...pages].map((path) => visit('app', path)),
      ])
      came = [...site.came]
    })

    const isAt = (path: string) => (came: Came) => `${came.path.replace(/\?.*/, '')}/`.includes(`${path}/`)
    const askedFor = (path: string) => came.filter(isAt(path))

    test('every attempt came to its end', () => {
      const ends = [...outcomes].map(([path, outcome]) => [
        path,
        outcome.kind === 'page' ? Buffer.from(outcome.page.body).includes('<p id="done">') : outcome,
      ])
      expect(ends).toEqual([...outcomes.keys()].map((path) => [path, true]))
    })

    test.each(redirects.map((each) => [each.title, each.by, each] as const))(
      'led to %s (%s)',
      (_title, _by, redirect) => {
        const { session = 'app', own, host } = redirect
        const there = askedFor(outOf(redirect))
        expect(new Set(there.map((each) => each.host))).toEqual(new Set([host]))
        if (own)
          expect(there.flatMap(canaries)).toEqual(
            expect.arrayContaining(['canary-bare', 'canary-header', 'canary-bearer', 'canary-agent']),
          )
        else expect(leaksIn(there, session)).toEqual([])
      },
    )

    if (hasBrowser(tier)) {
      test.each(parts.map((part) => [part.title, part] as const))(
        'a page of its own asks another host for %s',
        (_title, part) => {
          const there = askedFor(pathOfPart(part))
          if (!part.optional) expect(there.length).toBeGreaterThan(0)
          expect(there.filter(({ host }) => host !== 'evil.test')).toEqual([])
          expect(leaksIn(there, 'app')).toEqual([])
        },
      )

      test.each(strangers.map((part) => [part.title, part] as const))(
        'a page of another site asks its host for %s',
        (_title, part) => {
          const there = askedFor(pathOfStranger(part))
          if (!part.optional) expect(there.length).toBeGreaterThan(0)
          // A target says by SameSite whose pages may ask for it with its cookies.
          expect(there.flatMap(canaries).filter((canary) => canary !== 'canary-none')).toEqual([])
        },
      )
    }

    test('nothing leaked, and nothing was planted', () => {
      const domains = Object.values(SESSIONS).map(({ domain }) => domain)
      const isOutside = ({ host }: Came) => !domains.some((domain) => isWithinDomain(host, domain))
      const outside = came.filter(isOutside)
      const planted = came.filter((each) => !isOutside(each) && each.headers.cookie?.includes('planted'))
      expect(new Set(outside.map(({ host }) => host)).size).toBeGreaterThan(10)
      expect(redirects.length + parts.length + strangers.length).toBeGreaterThanOrEqual(60)
      expect({ leaks: outside.flatMap(canaries), planted }).toEqual({ leaks: [], planted: [] })
    })

    test('a cookie that the target sets anew takes the place of the one that was given', () => {
      const [after] = askedFor(`/renew/${RENEWALS.length}`)
      const [afterScript] = askedFor('/renewed')
      const renewed = (came: Came) => cookiesIn(came).filter(([name]) => RENEWED_NAMES.includes(name!))
      const expected = RENEWED_NAMES.slice(0, 3).map((name) => [name, 'renewed'])
      expect(renewed(after!).sort()).toEqual([...expected, ['script', 'canary-script']])
      if (hasBrowser(tier)) expect(renewed(afterScript!).sort()).toEqual([...expected, ['script', 'renewed']])
    })

    test('the jar is handed back', () => {
      const outcome = outcomes.get(RENEWED)
      const jar = outcome?.kind === 'page' ? outcome.page.cookies : undefined
      const given = SESSIONS.app.cookies.filter(({ name }) => ![...RENEWED_NAMES, 'expired'].includes(name))
      const attributes = { value: 'renewed', domain: 'app.example.com', path: '/' }
      const inAHour = expect.any(Number)
      const byScript = { ...attributes, name: 'script', hostOnly: true, secure: false, httpOnly: false }
      const expected = [
        ...given,
        hasBrowser(tier) ? byScript : SESSIONS.app.cookies.find(({ name }) => name === 'script'),
        { ...attributes, name: 'bare', hostOnly: true, secure: false, httpOnly: true, sameSite: 'lax' },
        { ...attributes, name: 'host', hostOnly: false, secure: true, httpOnly: false, expiresAt: inAHour },
        { ...attributes, name: 'lax', hostOnly: false, secure: true, httpOnly: false, sameSite: 'lax' },
      ]
      expect(jar).toEqual(expect.arrayContaining(expected))
      expect(jar).toHaveLength(expected.length)
    })

    if (hasBrowser(tier))
      test('no file of the browser holds a value', async () => {
        expect(tiers.pool.stats().browsers).toBeGreaterThan(0)
        const files = await filesBelow(folder)
        expect(files.length).toBeGreaterThan(10)
        const holding = await Promise.all(
          files.map(async (path) => (await readFile(path).catch(() => Buffer.alloc(0))).includes('canary-')),
        )
        expect(files.filter((_, i) => holding[i])).toEqual([])
      })
  })

  function cookiesIn({ headers }: Came): string[][] {
    return (headers.cookie ?? '').split('; ').map((pair) => pair.split('='))
  }

  async function filesBelow(path: string): Promise<string[]> {
    const entries = await readdir(path, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  }
}
