export type {
  ActionResult,
  BrowserOptions,
  CapturedXhr,
  FailureReason,
  FetchedPage,
  Fetcher,
  FetchOutcome,
  FetchRequest,
  InternalResponse,
  InternalSite,
  PageFlaw,
  Redirect,
} from './fetcher.ts'
export { CURRENT_CHROME } from './identity/chrome-version.ts'
export { DEFAULT_PROFILE } from './identity/countries.ts'
export { type Identity, identityFor } from './identity/identity.ts'
export type { Platform } from './identity/platforms.ts'
export {
  hasLogin,
  isPersonalRequest,
  isPersonalResponse,
  mayShareConnections,
  mayShareContext,
} from './isolation.ts'
export { withLoginAsHeader } from './login-as-header.ts'
export { outcomeOf } from './outcome-of.ts'
export { type BodyMemory, createBodyMemory, type MemoryReservation } from './read-body/body-memory.ts'
export { cutInTransfer, hasDecodedLength, isCut } from './read-body/cut-body.ts'
export { codingsOf } from './read-body/decode-body.ts'
export { isUnfinishedJson } from './read-body/unfinished-json.ts'
export { goesInClear, plainHttpRefusal } from './redirects/https-only.ts'
export { isRedirect, locationOf, MAX_REDIRECTS } from './redirects/next-hop.ts'
export { ownHeaders } from './redirects/own-headers.ts'
export { createSetValues, type SetValues } from './set-values.ts'
export { shownHeaders } from './shown-headers.ts'
export { isForHost, isForTlsOnly, startingCookies } from './starting-cookies.ts'
export { withTargetRetry } from './target-retry.ts'
export { failureOf, PROXY_LOGIN } from './tier/network-errors.ts'
export { createOriginCredentials } from './tier/origin-credentials.ts'
export { isUnreached } from './unreached.ts'
