import type { IncomingMessage } from 'node:http'
import { type Credential, readCredential } from '@gleaner/http-api/read-credential'

/** What the opening of a WebSocket says beside who is calling. */
export interface Opening {
  organizationId: string | undefined
  /** The subprotocol that the reply names. */
  protocol: string | undefined
  /** Throws as `readCredential` does. */
  readCredential(): Credential | undefined
}

/** What every key of the service, and every access token, begins with (`eyJ` is `{"` in Base64). */
const CREDENTIAL = /^(sk_|eyJ)/

/**
 * A credential stands in a header, which a browser cannot send, in a subprotocol, which stands in no log, or in the query.
 *
 * A browser gives up a connection whose reply names none of the subprotocols that it has offered. Of a name and a key (`['gleaner', key]`)
 * the name is answered; only a key that comes alone is said back, to the one who has sent it.
 */
export function readOpening({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): Opening {
  const query = new URLSearchParams(url.split('?').slice(1).join('?'))
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  const [name] = offered.filter((one) => one !== '' && !CREDENTIAL.test(one))
  const offeredKey = offered.find((one) => CREDENTIAL.test(one))
  const keys = [single(headers['x-api-key']), offeredKey, query.get('api_key') ?? undefined]
  return {
    organizationId: single(headers['x-organization-id']) ?? query.get('organization_id') ?? undefined,
    protocol: name ?? offeredKey,
    readCredential: () => readCredential({ authorization: headers.authorization, keys }),
  }
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}
