import type { FetchRequest } from '@gleaner/http-tiers'
import { type Identity, identityFor } from '@gleaner/http-tiers'
import type { CDPSession } from 'puppeteer-core'
import { DEFAULT_LOCALE, DEFAULT_TIME_ZONE } from '../chromium/chromium.ts'
import { DEVICES } from '../chromium/devices.ts'
import type { Lease } from '../pool/lease.ts'
import type { Command } from '../protocol/set-up-workers.ts'
import { claimPlatform } from './claim-platform.ts'
import { setCookies } from './page-cookies.ts'

/** Makes a page and its workers ready for one request: its identity and its cookies. One round trip, all at once. */
export async function setUpPage(lease: Lease, request: FetchRequest): Promise<void> {
  const { session, version, device } = lease
  const identity = identityFor({
    country: request.country,
    language: request.language,
    chromeVersion: Number.parseInt(version, 10),
    platform: DEVICES[device].platform,
    seed: new URL(request.url).hostname,
  })
  const everywhere = overridesFor(identity, version)
  lease.setUpWorkers([...everywhere, ...(identity.mobile ? [platformInWorker(identity)] : [])])
  const ofPage = [...everywhere, ...(identity.mobile ? phoneScreen(identity) : [])]
  await Promise.all([...ofPage.map((one) => run(session, one)), setCookies(session, request)])
}

/** What pages and their workers are told alike: what the browser does not say by itself. */
function overridesFor(identity: Identity, version: string): Command[] {
  const { userAgent, languages, navigatorPlatform, locale, timeZone, cores } = identity
  const name = {
    userAgent,
    acceptLanguage: languages.join(','),
    platform: navigatorPlatform,
    userAgentMetadata: withFullVersion(identity.userAgentMetadata, version),
  }
  const overrides: Command[] = [['Emulation.setUserAgentOverride', name]]
  if (timeZone !== DEFAULT_TIME_ZONE)
    overrides.push(['Emulation.setTimezoneOverride', { timezoneId: timeZone }])
  if (locale !== DEFAULT_LOCALE)
    overrides.push(['Emulation.setLocaleOverride', { locale: locale.replace('-', '_') }])
  if (cores !== undefined)
    overrides.push(['Emulation.setHardwareConcurrencyOverride', { hardwareConcurrency: cores }])
  return overrides
}

/** A browser window already has a desktop's size; a phone's is emulated. */
function phoneScreen({ viewport, screen }: Identity): Command[] {
  const size = { ...viewport, screenWidth: screen.width, screenHeight: screen.height }
  const upright = { screenOrientation: { type: 'portraitPrimary', angle: 0 }, mobile: true }
  return [
    ['Emulation.setDeviceMetricsOverride', { ...size, ...upright }],
    ['Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 }],
  ]
}

function platformInWorker({ navigatorPlatform }: Identity): Command {
  return ['Runtime.evaluate', { expression: `(${claimPlatform})(${JSON.stringify(navigatorPlatform)})` }]
}

function run(session: CDPSession, [method, params]: Command): Promise<unknown> {
  return session.send(method as never, params as never)
}

/** A real browser names its build where the user agent only names the major version. */
function withFullVersion(
  metadata: Identity['userAgentMetadata'],
  version: string,
): Identity['userAgentMetadata'] {
  const shortVersion = metadata.fullVersion
  const fullVersionList = metadata.fullVersionList.map((brand) =>
    brand.version === shortVersion ? { ...brand, version } : brand,
  )
  return { ...metadata, fullVersion: version, fullVersionList }
}
