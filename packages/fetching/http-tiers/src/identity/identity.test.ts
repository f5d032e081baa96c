import { COUNTRY_CODES } from '@gleaner/contracts'
import { describe, expect, test } from '@jest/globals'
import { brandHeader, brandsOf } from './brands.ts'
import { identityFor } from './identity.ts'
import { PLATFORMS, type Platform } from './platforms.ts'

describe('every country', () => {
  test.each([...COUNTRY_CODES])('%s has a locale and a time zone that exist', (country) => {
    const { locale, timeZone, languages, acceptLanguage } = identityFor({ country, seed: 'x' })
    expect(() => new Intl.DateTimeFormat(locale, { timeZone })).not.toThrow()
    expect(languages[0]).toBe(locale)
    expect(acceptLanguage.startsWith(locale)).toBe(true)
  })

  test('those without residents are taken for the United States', () => {
    const { locale, timeZone } = identityFor({ country: 'BV', seed: 'x' })
    expect([locale, timeZone]).toEqual(['en-US', 'America/New_York'])
  })
})

test.each([
  [{}, 'en-US,en;q=0.9'],
  [{ country: 'DE' }, 'de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7'],
  [{ country: 'GB' }, 'en-GB,en-US;q=0.9,en;q=0.8'],
  [{ country: 'AT', language: 'de' }, 'de-AT,de;q=0.9,en-US;q=0.8,en;q=0.7'],
  [{ country: 'DE', language: 'fr' }, 'fr-FR,fr;q=0.9,en-US;q=0.8,en;q=0.7'],
  [{ country: 'US', language: 'pt-br' }, 'pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7'],
  [{ country: 'US', language: 'en' }, 'en-US,en;q=0.9'],
])('%j asks for %s', (options, expected) => {
  expect(identityFor({ ...options, seed: 'x' }).acceptLanguage).toBe(expected)
})

describe('one identity agrees with itself', () => {
  test.each(Object.keys(PLATFORMS) as Platform[])('on %s', (platform) => {
    const identity = identityFor({ platform, chromeVersion: 156, seed: 'y' })
    const { userAgent, viewport, screen } = identity
    const [clientHints, userAgentMetadata] = [identity.clientHints!, identity.userAgentMetadata!]
    expect(userAgent).toContain('Chrome/156.0.0.0')
    expect(clientHints.secChUa).toContain('"Google Chrome";v="156"')
    expect(userAgent.includes('Mobile')).toBe(clientHints.secChUaMobile === '?1')
    expect(clientHints.secChUaPlatform).toBe(`"${userAgentMetadata.platform}"`)
    expect(viewport.height).toBeLessThan(screen.height)
    expect(viewport.width).toBe(screen.width)
  })

  test('the same seed gives the same, others vary', () => {
    const seen = new Set(Array.from({ length: 40 }, (_, i) => identityFor({ seed: `s${i}` }).viewport.width))
    expect(seen.size).toBeGreaterThan(1)
    expect(identityFor({ seed: 'a' })).toEqual(identityFor({ seed: 'a' }))
  })
})

// As recorded from Chrome 120 and 151, and (with its own brand left out) from Chromium 156.
test.each([
  [120, '"Not_A Brand";v="8", "Chromium";v="120", "Google Chrome";v="120"'],
  [151, '"Not=A?Brand";v="99", "Google Chrome";v="151", "Chromium";v="151"'],
  [156, '"Not:A-Brand";v="8", "Chromium";v="156", "Google Chrome";v="156"'],
])('the brands of Chrome %i', (version, expected) => expect(brandHeader(brandsOf(version))).toBe(expected))

describe('a user agent of the caller', () => {
  const CHROME_ON_MAC =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

  test('that is a Chrome has its version and system in all that goes with it', () => {
    const identity = identityFor({ userAgent: CHROME_ON_MAC, chromeVersion: 156, seed: 'x' })
    expect(identity).toMatchObject({
      userAgent: CHROME_ON_MAC,
      chromeVersion: 131,
      navigatorPlatform: 'MacIntel',
      mobile: false,
      clientHints: { secChUa: expect.stringContaining('"Chromium";v="131"'), secChUaPlatform: '"macOS"' },
      userAgentMetadata: { fullVersion: '131.0.0.0', platform: 'macOS' },
    })
  })

  test.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Linux x86_64', false],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
      'Win32',
      false,
    ],
    ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Linux armv81', true],
    ['my-crawler/1.0', 'Win32', false],
  ])('%s has no hints of Chrome, and the platform that it names', (userAgent, navigatorPlatform, mobile) => {
    const identity = identityFor({ userAgent, seed: 'x' })
    expect(identity).toMatchObject({ userAgent, navigatorPlatform, mobile })
    expect([identity.clientHints, identity.userAgentMetadata]).toEqual([undefined, undefined])
  })

  test('languages of the caller are those of the header and of the browser', () => {
    expect(identityFor({ languages: ['fr-CH', 'fr'], language: 'de', seed: 'x' })).toMatchObject({
      languages: ['fr-CH', 'fr'],
      locale: 'fr-CH',
      acceptLanguage: 'fr-CH,fr;q=0.9',
    })
  })
})
