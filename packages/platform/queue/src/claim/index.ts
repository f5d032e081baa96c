/**
 * Work that one process at a time does, also when processes are killed: a claim holds for a lease and is renewed; each claim has a number, its
 * fence, and a statement that ends the work goes by it, so that who has lost a claim ends nothing. Maps and session validations are claimed
 * by `createClaims`.
 *
 * Others share the SQL of `lease-sql.ts` alone. Jobs are taken, renewed and ended many at once, in statements that need not survive a crash of
 * Postgres, and note whether a request may have been sent. A crawl's discovery is taken as the next one due and may be done twice, so it has
 * no fence. Webhook deliveries and mails have claims of another kind: they are dealt out in batches, and the lease is when they are due next.
 */
export { awaitEnd, type Look } from './await-end.ts'
export { type Claim, type Claims, createClaims, type Held, onceFree } from './claims.ts'
export { type KeptClaim, keepClaim } from './keep-claim.ts'
export { beginAnew, END, isFree, LEASE_MS, leaseEnd, RENEW_EVERY_MS, take } from './lease-sql.ts'
