import type { IncomingMessage } from 'node:http'

/** What the opening of a WebSocket says of who is calling. */
export interface Credentials {
  key: string | undefined
  organizationId: string | undefined
  /** The subprotocol that the reply names. */
  protocol: string | undefined
}

/** Every key of the service begins with it (`interface.md`, Authentication). */
const KEY_PREFIX = 'sk_'

/**
 * A header goes first, which a browser cannot send; then the subprotocol, which stands in no log; then the query.
 *
 * A browser gives up a connection whose reply names none of the subprotocols that it has offered. Of a name and a key (`['gleaner', key]`)
 * the name is answered; only a key that comes alone is said back, to the one who has sent it.
 */
export function readCredentials({
  url = '',
  headers,
}: Pick<IncomingMessage, 'url' | 'headers'>): Credentials {
  const query = new URLSearchParams(url.split('?').slice(1).join('?'))
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  const [name] = offered.filter((one) => one !== '' && !one.startsWith(KEY_PREFIX))
  const offeredKey = offered.find((one) => one.startsWith(KEY_PREFIX))
  return {
    key: single(headers['x-api-key']) ?? offeredKey ?? query.get('api_key') ?? undefined,
    organizationId: single(headers['x-organization-id']) ?? query.get('organization_id') ?? undefined,
    protocol: name ?? offeredKey,
  }
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}
