import { expiryOf, judgeSession, type SessionJudgement } from '@gleaner/login-state'
import { nothingKnown, type Observation, type SessionSecrets, SURE_ENOUGH } from '@gleaner/sessions'
import { secretReplacer } from '../attempt/redact-secrets.ts'
import { isOfNobody } from '../session/headers-of-nobody.ts'
import { addressesOf, MAX_ADDRESSES, type ValidatedSite, type ValidationAddress } from './addresses.ts'
import { type Answer, askAddress, type Credentials } from './ask-address.ts'
import { nextAddresses } from './next-addresses.ts'
import { storableFindings } from './storable-findings.ts'
import type { ValidationFetch } from './validation-fetch.ts'

/** `isShared`: who may only use the session reads what is found, too. */
export type ValidationWork = ValidatedSite & SessionSecrets & { isShared: boolean }

export interface Validated {
  findings: Observation
  /** A browser may tell more. */
  needsBrowser: boolean
}

/**
 * Tells whether a session is signed in: asks its addresses with its cookies and headers and, to compare, without, one after the other
 * until one tells. What is past `timeoutMs` is not asked any more.
 */
export async function validateSession(
  fetch: ValidationFetch,
  session: ValidationWork,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<Validated> {
  const endsAt = performance.now() + timeoutMs
  const left = () => endsAt - performance.now()
  const queue = addressesOf(session)
  const asked = new Set<string>()
  let best: Look | undefined

  while (queue.length > 0 && asked.size < MAX_ADDRESSES && left() > 0 && !signal.aborted) {
    const address = queue.shift()!
    asked.add(address.url)
    const look = await lookAt(fetch, session, address, { left, signal })
    best = better(best, look)
    if (best.judgement?.isConclusive) break
    // Those that are known already come first: a page leads on where they have told nothing.
    for (const url of nextOf(look, session)) {
      if (!asked.has(url) && queue.every((other) => other.url !== url)) queue.push({ url, mayBeHttp: false })
    }
    // A site that cannot be reached, or that takes us for a robot, does so at its other addresses as well.
    if (look.answer.kind === 'silent' && look.answer.reason !== 'failed') dropSiteOf(address, queue)
  }
  return conclude(best, session)
}

/** One address, asked both ways. */
interface Look {
  answer: Answer
  judgement: SessionJudgement | undefined
}

async function lookAt(
  fetch: ValidationFetch,
  session: ValidationWork,
  address: ValidationAddress,
  { left, signal }: { left: () => number; signal: AbortSignal },
): Promise<Look> {
  // Half of the time, so that a slow target leaves some to compare.
  const limits = { timeoutMs: left() / 2, signal }
  const answer = await askAddress(fetch, address, credentialsOf(session), limits)
  if (answer.kind === 'silent') return { answer, judgement: undefined }
  const same = { url: answer.url, mayBeHttp: false }
  const other = await askAddress(fetch, same, withoutCredentials(session), { timeoutMs: left(), signal })
  const judgement = judgeSession({
    withSession: answer.signs,
    without: other.kind === 'signs' ? other.signs : undefined,
    cookies: session.cookies,
    headerNames: Object.keys(session.headers),
    hasStorage: session.storage.length > 0,
    now: new Date(),
  })
  return { answer, judgement }
}

function credentialsOf({ cookies, headers, storage, domain }: ValidationWork): Credentials {
  return { cookies, headers, storage, headersDomain: domain }
}

function withoutCredentials({ headers, domain }: ValidationWork): Credentials {
  // Without those that say what asks, the pages would differ for another reason than the login.
  const kept = Object.entries(headers).filter(([name]) => isOfNobody(name))
  return { cookies: [], headers: Object.fromEntries(kept), storage: [], headersDomain: domain }
}

function nextOf({ answer, judgement }: Look, { domain }: ValidationWork): string[] {
  return answer.kind === 'signs' && judgement ? nextAddresses(answer.signs, judgement, domain) : []
}

function dropSiteOf({ url }: ValidationAddress, queue: ValidationAddress[]): void {
  const { origin } = new URL(url)
  const kept = queue.filter((other) => new URL(other.url).origin !== origin)
  queue.splice(0, queue.length, ...kept)
}

/** The conclusive one; else the one that answered, and among these the one that is farther from "half and half". */
function better(one: Look | undefined, other: Look): Look {
  return one === undefined || worth(other) > worth(one) ? other : one
}

function worth({ judgement }: Look): number {
  if (!judgement) return -1
  return Math.abs(judgement.confidence - 50) + (judgement.isConclusive ? 100 : 0)
}

function conclude(look: Look | undefined, session: ValidationWork): Validated {
  const { cookies, headers } = session
  const { expiresAt, isSoon } = expiryOf(cookies, headers, new Date())
  const hide = secretReplacer({ ...session, isForeign: session.isShared }).text
  const expiry = { cookieExpiry: expiresAt?.toISOString() ?? null, isExpirySoon: isSoon }
  if (!look?.judgement) {
    const silent = look?.answer.kind === 'silent' ? look.answer : undefined
    const findings = nothingKnown(
      `${silent?.details ?? 'There was no time to ask'}: nothing is known.`,
      silent?.status,
    )
    return {
      findings: storableFindings({ ...findings, ...expiry }, hide),
      needsBrowser: silent?.reason === 'wall',
    }
  }
  const { judgement, answer } = look
  const { confidence, isConclusive, detectedUser, indicators, details } = judgement
  const findings = {
    isConclusive,
    confidence,
    httpStatus: answer.kind === 'signs' ? answer.signs.status : 0,
    detectedUser: detectedUser ?? null,
    ...expiry,
    ...indicators,
    details,
  }
  // Without its storage nobody may have been signed in.
  const isRefuted = confidence < SURE_ENOUGH && session.storage.length > 0
  return { findings: storableFindings(findings, hide), needsBrowser: !isConclusive || isRefuted }
}
