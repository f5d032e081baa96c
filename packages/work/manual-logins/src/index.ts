/**
 * Browsers of the fleet in which people sign in by hand: `life` is what becomes of one between its beginning and its session, `channel`
 * what passes sealed between browser and viewer, `worker` opens and closes the browser.
 */
export { actorOf } from '@gleaner/audit-log'
export { announceLogin, onLoginChanged, readLogin, readOpenLogins } from './life/await-login.ts'
export { beginLogin, type NewLogin } from './life/begin-login.ts'
export { endLostLogins, endOwn, requeueLogins } from './life/end-login.ts'
export { askToKeep, awaitKept } from './life/keep-login.ts'
export {
  type AskedLogin,
  type ManualLoginRow,
  type ManualLoginsContext,
  presentLogin,
  statusOf,
} from './life/manual-login.ts'
export { MANUAL_LOGIN_PURGES } from './life/purge-logins.ts'
export { giveTicket, keyContext, TICKET, takeTicket } from './life/tickets.ts'
