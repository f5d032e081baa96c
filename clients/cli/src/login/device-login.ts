import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { type Gleaner, GleanerError } from '@gleaner/sdk'
import { EXIT } from '../exit-codes.ts'
import { Failure } from '../failure.ts'

/** The client that every Gleaner knows as its command line. */
export const CLIENT_ID = 'gleaner-cli'
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** RFC 8628 section 3.5. */
const SLOWER_SECONDS = 5

export interface DevicePrompt {
  userCode: string
  /** A page of the server, on which the code is typed. */
  page: string
  /** The same with the code filled in. */
  pageWithCode: string
  minutes: number
}

/** Asks for a key, which a person allows in a browser meanwhile. `show` is given what they need for that. */
export async function deviceLogin(
  client: Gleaner,
  signal: AbortSignal,
  show: (prompt: DevicePrompt) => void,
): Promise<string> {
  const device = await client.oauth.deviceAuthorization(
    { client_id: CLIENT_ID, scope: 'scrape', source: sourceName() },
    { signal },
  )
  show({
    userCode: device.user_code,
    page: device.verification_uri,
    pageWithCode: device.verification_uri_complete,
    minutes: Math.round(device.expires_in / 60),
  })
  for (let seconds = device.interval; ; ) {
    await pause(seconds * 1_000, undefined, { signal })
    try {
      const fields = { grant_type: DEVICE_GRANT, device_code: device.device_code, client_id: CLIENT_ID }
      return (await client.oauth.token(fields, { signal })).access_token
    } catch (error) {
      const code = error instanceof GleanerError ? error.code : undefined
      if (code === 'slow_down') seconds += SLOWER_SECONDS
      else if (code !== 'authorization_pending') throw ENDINGS[code ?? ''] ?? error
    }
  }
}

const ENDINGS: Record<string, Failure> = {
  access_denied: new Failure(EXIT.auth, 'The sign-in was denied.', 'Begin again with `gleaner login`.'),
  expired_token: new Failure(EXIT.timeout, 'Nobody allowed it in time.', 'Begin again with `gleaner login`.'),
}

/** What the key is called at the server, where it does not call it by its own name. */
function sourceName(): string {
  return `gleaner on ${hostname().replaceAll(/[^\w.-]/g, '_')}`.slice(0, 60)
}
