/**
 * Tells from pages whether somebody is signed in. Pure functions: `readSignInSigns` reads a page once, the others judge what
 * it has read.
 */

export type { SessionEvidence } from './comparison.ts'
export { type Expiry, expiryOf } from './expiry.ts'
export { judgeSession, type SessionJudgement } from './judge.ts'
export { readSignInSigns } from './read-signs.ts'
export type { AnsweredPage, FormKind, Link, SignInSigns } from './signs.ts'
export { isSignInWall } from './wall.ts'
