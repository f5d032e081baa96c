import type { KeyFault } from '@gleaner/accounts'
import type { CloseCode } from '@gleaner/contracts'

/** A close frame: its code (RFC 6455, 7.4), and a reason of at most 123 bytes. */
export interface Close {
  code: CloseCode
  reason: string
}

const KEY = 4001
/** Counterpart of the registered 1008 (policy violation), in the range that is an application's own. */
const LIMIT = 4008

/** Why the service closes a connection. A client may connect again at once after 1012, later after 1013 and 4008. */
export const CLOSE = {
  missingKey: {
    code: KEY,
    reason:
      'missing API key: give it as ?api_key=, in X-API-Key, Authorization or as a WebSocket subprotocol',
  },
  twoCredentials: { code: KEY, reason: 'two different credentials: send one of them' },
  badAuthorization: {
    code: KEY,
    reason:
      'Authorization cannot be read: send Bearer <key or access token>, or Basic with the key as user name',
  },
  badToken: {
    code: KEY,
    reason: 'invalid access token: it has expired, or its session has ended; sign in again',
  },
  noAccount: { code: KEY, reason: 'suspended account, or no organization of yours' },
  missingScope: { code: KEY, reason: 'this API key has neither the scope "read" nor "scrape"' },
  badOrganization: { code: KEY, reason: 'invalid organization id: it must be a UUID' },
  badTicket: {
    code: 4003,
    reason: 'this ticket was used, has expired, or is of another caller or page; ask for another one',
  },
  takenOver: { code: 4009, reason: 'another viewer has taken over' },
  tooManyGuesses: {
    code: LIMIT,
    reason: 'too many failed attempts from this address; try again in a minute',
  },
  tooManyConnections: { code: LIMIT, reason: 'too many connections of this account' },
  connectsTooOften: { code: LIMIT, reason: 'this account connects too often; try again in a minute' },
  tooManyMessages: { code: LIMIT, reason: 'too many messages' },
  tooSlow: { code: LIMIT, reason: 'messages were not read fast enough; connect and subscribe again' },
  restarting: { code: 1012, reason: 'the service restarts; connect and subscribe again' },
  overloaded: { code: 1013, reason: 'too many connections at the moment; try again later' },
  unavailable: { code: 1013, reason: 'the service is not available right now; try again later' },
  internal: { code: 1011, reason: 'internal error; connect and subscribe again' },
} as const satisfies Record<string, Close>

/** The published service names four reasons: a missing, an invalid and a disabled key, and a suspended account. */
export const KEY_FAULTS: Record<KeyFault, Close> = {
  unknown: { code: KEY, reason: 'invalid API key: there is no such key' },
  revoked: { code: KEY, reason: 'disabled API key: it was revoked' },
  replaced: { code: KEY, reason: 'disabled API key: a rotation has replaced it' },
  expired: { code: KEY, reason: 'disabled API key: it has expired' },
  suspended: { code: KEY, reason: 'suspended account: ask the operator for the reason' },
  consent_ended: { code: KEY, reason: 'disabled API key: the consent that gave it to a tool has ended' },
  wrong_address: { code: KEY, reason: 'this API key is not taken from your address' },
  no_member: { code: KEY, reason: 'no such organization: the key is of no member of it' },
}
