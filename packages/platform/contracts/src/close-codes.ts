/** Why the service closes a WebSocket, by the code of the close frame (RFC 6455, 7.4); those above 4000 are our own. */
export const CLOSE_CODES = {
  1007: 'A message that is not UTF-8.',
  1009: 'A message above 16 KB.',
  1011: 'An error of ours. Connect and subscribe again.',
  1012: 'The service restarts. Connect and subscribe again.',
  1013: 'The service is not available, or has too many connections. Connect again later.',
  4001: 'The credential: missing, invalid, expired or revoked, two that differ, or of a suspended account. Also while the connection is open.',
  4003: 'Of a login by hand: no ticket, or one that was used, has expired, or is of another caller or page. Get another one.',
  4008: 'A limit: 200 connections of an account at one server; 2,000 messages at once and 20 a second on one connection, 5,000 and 100 over all of the account; failed attempts of an address; messages that are not read for 30 seconds. Connect again later.',
  4009: 'Of a login by hand: another viewer has taken over.',
} as const

export type CloseCode = keyof typeof CLOSE_CODES
