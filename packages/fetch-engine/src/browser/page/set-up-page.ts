import type { CDPSession, Protocol } from 'puppeteer-core'
import type { FetchRequest } from '../../fetcher.ts'
import { type Identity, identityFor } from '../../identity/identity.ts'
import { DEFAULT_LOCALE, DEFAULT_TIME_ZONE } from '../chromium/chromium.ts'
import type { Lease } from '../pool/lease.ts'
import { setCookies } from './page-cookies.ts'

/** Makes a page ready for one request: its identity and its cookies. One round trip, all at once. */
export async function setUpPage(lease: Lease, request: FetchRequest): Promise<void> {
  const { session, version, workerScript } = lease
  const identity = identityFor({
    country: request.country,
    language: request.language,
    chromeVersion: Number.parseInt(version, 10),
    // The system that the browser runs on: its fonts, its graphics and its TLS reveal it anyway.
    platform: request.browser?.mobile ? 'android' : 'linux',
    seed: new URL(request.url).hostname,
  })
  const nameOverride = {
    userAgent: identity.userAgent,
    acceptLanguage: identity.languages.join(','),
    platform: identity.navigatorPlatform,
    userAgentMetadata: withFullVersion(identity.userAgentMetadata, version),
  }
  const isDefaultLocale = identity.locale === DEFAULT_LOCALE
  await Promise.all([
    session.send('Emulation.setUserAgentOverride', nameOverride),
    ...(identity.timeZone === DEFAULT_TIME_ZONE ? [] : [overrideTimeZone(session, identity)]),
    ...(isDefaultLocale ? [] : [overrideLocale(session, identity)]),
    ...(isDefaultLocale && workerScript === '' ? [] : [setUpWorkers(session, nameOverride, workerScript)]),
    ...(identity.mobile ? emulatePhone(session, identity) : []),
    setCookies(session, request),
  ])
}

/** A browser window already has a desktop's size; a phone's is emulated. */
function emulatePhone(session: CDPSession, { viewport, screen }: Identity): Promise<unknown>[] {
  const size = { ...viewport, screenWidth: screen.width, screenHeight: screen.height }
  return [
    session.send('Emulation.setDeviceMetricsOverride', { ...size, mobile: true }),
    session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 }),
  ]
}

function overrideTimeZone(session: CDPSession, { timeZone }: Identity): Promise<unknown> {
  return session.send('Emulation.setTimezoneOverride', { timezoneId: timeZone })
}

function overrideLocale(session: CDPSession, { locale }: Identity): Promise<unknown> {
  return session.send('Emulation.setLocaleOverride', { locale: locale.replace('-', '_') })
}

/** Workers inherit neither the page's languages nor its evasions: each is stopped at its start and given them. */
async function setUpWorkers(
  session: CDPSession,
  name: Protocol.Emulation.SetUserAgentOverrideRequest,
  script: string,
): Promise<void> {
  session.on('Target.attachedToTarget', ({ sessionId }) => {
    const worker = session.connection()?.session(sessionId)
    worker?.send('Emulation.setUserAgentOverride', name).catch(() => undefined)
    if (script !== '') worker?.send('Runtime.evaluate', { expression: script }).catch(() => undefined)
    worker?.send('Runtime.runIfWaitingForDebugger').catch(() => undefined)
  })
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'worker' }, { exclude: true }],
  })
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
