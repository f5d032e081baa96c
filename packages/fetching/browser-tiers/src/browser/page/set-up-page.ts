import type { FetchRequest } from '@gleaner/http-tiers'
import { type Identity, identityFor } from '@gleaner/http-tiers'
import type { CDPSession } from 'puppeteer-core'
import { DEFAULT_LOCALE, DEFAULT_TIME_ZONE } from '../chromium/chromium.ts'
import { DEVICES } from '../chromium/devices.ts'
import type { Lease } from '../pool/lease.ts'
import { runInPage } from '../protocol/run-in-page.ts'
import type { Command } from '../protocol/set-up-workers.ts'
import { claimPlatform } from './claim-platform.ts'
import { setCookies } from './page-cookies.ts'

/** Makes a page and its workers ready for one request: its identity and its cookies. One round trip, all at once. */
export async function setUpPage(lease: Lease, request: FetchRequest): Promise<void> {
  const { session, version, device } = lease
  const identity = identityFor({
    country: request.country,
    language: request.language,
    languages: request.languages,
    userAgent: request.userAgent,
    chromeVersion: Number.parseInt(version, 10),
    platform: DEVICES[device].platform,
    seed: new URL(request.url).hostname,
  })
  const everywhere = overridesFor(identity, version)
  const claimsPlatform = identity.mobile || request.userAgent !== undefined
  lease.setUpWorkers([...everywhere, ...(claimsPlatform ? [platformInWorker(identity)] : [])])
  const ofPage = [...everywhere, ...(identity.mobile ? phoneScreen(identity) : [])]
  const { viewport } = request.browser ?? {}
  if (viewport) await sizeWindow(session, lease.mainFrameId, viewport)
  await Promise.all([...ofPage.map((one) => run(session, one)), setCookies(session, request)])
}

/** What pages and their workers are told alike: what the browser does not say by itself. */
function overridesFor(identity: Identity, version: string): Command[] {
  const { userAgent, languages, navigatorPlatform, locale, timeZone, cores } = identity
  const name = {
    userAgent,
    acceptLanguage: languages.join(','),
    platform: navigatorPlatform,
    ...(identity.userAgentMetadata && {
      userAgentMetadata: withFullVersion(identity.userAgentMetadata, version),
    }),
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

/** The window itself, so that all that scripts can measure of it agrees. It has its size some frames later. */
export async function sizeWindow(
  session: CDPSession,
  mainFrameId: string,
  { width, height }: { width: number; height: number },
): Promise<void> {
  const { windowId } = await session.send('Browser.getWindowForTarget')
  await session.send('Browser.setContentsSize' as never, { windowId, width, height } as never)
  await runInPage(session, mainFrameId, untilSized, width, height, RESIZE_MS)
}

/** A window that is not drawn by then is one that a page finds as it is. */
const RESIZE_MS = 2_000

async function untilSized(width: number, height: number, mostMs: number): Promise<void> {
  const isSized = () =>
    innerWidth === width && innerHeight === height && outerWidth >= width && outerHeight > height
  for (let waited = 0; !isSized() && waited < mostMs; waited += 20)
    await new Promise((resolve) => setTimeout(resolve, 20))
}

function platformInWorker({ navigatorPlatform }: Identity): Command {
  return ['Runtime.evaluate', { expression: `(${claimPlatform})(${JSON.stringify(navigatorPlatform)})` }]
}

function run(session: CDPSession, [method, params]: Command): Promise<unknown> {
  return session.send(method as never, params as never)
}

/** A real browser names its build where the user agent only names the major version. */
function withFullVersion(
  metadata: NonNullable<Identity['userAgentMetadata']>,
  version: string,
): NonNullable<Identity['userAgentMetadata']> {
  const shortVersion = metadata.fullVersion
  if (!version.startsWith(`${Number.parseInt(shortVersion, 10)}.`)) return metadata
  const fullVersionList = metadata.fullVersionList.map((brand) =>
    brand.version === shortVersion ? { ...brand, version } : brand,
  )
  return { ...metadata, fullVersion: version, fullVersionList }
}
