import type { CDPSession } from 'puppeteer-core'
import type { FetchRequest } from '../fetcher.ts'
import { type Identity, identityFor } from '../identity/identity.ts'
import type { Lease } from './lease.ts'

/** Makes a fresh page ready for one request: who it is, and the cookies it carries. One round trip, all at once. */
export async function setUpPage(lease: Lease, request: FetchRequest): Promise<void> {
  const { session, version } = lease
  const identity = identityFor({
    country: request.country,
    language: request.language,
    chromeVersion: Number.parseInt(version, 10),
    // The system that the browser runs on: its fonts, its graphics and its TLS tell it anyway.
    platform: request.browser?.mobile ? 'android' : 'linux',
    seed: new URL(request.url).hostname,
  })
  await Promise.all([...emulate(session, identity, version), setCookies(session, request)])
}

function emulate(session: CDPSession, identity: Identity, version: string): Promise<unknown>[] {
  const { viewport, screen, mobile } = identity
  return [
    session.send('Emulation.setUserAgentOverride', {
      userAgent: identity.userAgent,
      acceptLanguage: identity.languages.join(','),
      platform: identity.navigatorPlatform,
      userAgentMetadata: withFullVersion(identity.userAgentMetadata, version),
    }),
    session.send('Emulation.setTimezoneOverride', { timezoneId: identity.timeZone }),
    session.send('Emulation.setLocaleOverride', { locale: identity.locale.replace('-', '_') }),
    session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
    session.send('Emulation.setDeviceMetricsOverride', {
      ...viewport,
      mobile,
      screenWidth: screen.width,
      screenHeight: screen.height,
    }),
    ...(mobile
      ? [session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })]
      : []),
  ]
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

/** Cookies are kept by host, so no redirect takes them to another site or to a subdomain. */
async function setCookies(session: CDPSession, { url, cookies }: FetchRequest): Promise<void> {
  const entries = Object.entries(cookies ?? {})
  if (entries.length === 0) return
  const secure = url.startsWith('https:')
  await session.send('Network.setCookies', {
    cookies: entries.map(([name, value]) => ({ name, value, url, secure, path: '/' })),
  })
}
