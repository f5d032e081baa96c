import { randomBytes } from 'node:crypto'
import type { WindowLimit } from '@gleaner/contracts'
import { QUEUE_PREFIX } from '@gleaner/queue'
import type { Redis } from 'ioredis'
import { createLocalWindows } from './local-windows.ts'
import { networkKeyOf } from './network-key.ts'
import { createResponsive } from './responsive.ts'
import { ADMIT, RENEW, TAKE_WINDOW } from './scripts.ts'
import { createSlots } from './slots.ts'
import { type Taken, takeWindows } from './take-windows.ts'

/** What a request takes of the limits of its caller. */
export interface Demand {
  accountId: string
  /** Whose tokens it takes, in the account: those of a key, or of a person. */
  bucket: string
  /** Whether it takes them of the account's bucket as well, which all such buckets share: `ACCOUNT_BUCKETS` times as large. */
  sharesAccount?: boolean
  /** Of the bucket and of the account. */
  limits: { requestsPerMinute: number; concurrency: number }
  tokens: number
  /** Whether it is one of those that the account may have at once. */
  takesSlot: boolean
  /** A further limit of the account, and its name. */
  window?: { name: string; limit: WindowLimit } | undefined
}

/** All keys of an account together may take as much as so many of them. */
export const ACCOUNT_BUCKETS = 2

/** How much of its limits a caller has used. */
export interface LimitState {
  requestsPerMinute: number
  /** Tokens that are left: of the bucket, or of the account's where that has fewer. */
  remaining: number
  /** When all tokens are there again, if none is taken. */
  fullAt: Date
  concurrency: number
  /** Requests of the account that take a slot at the moment. */
  current: number
}

export type Refusal = 'tokens' | 'window' | 'slots' | 'accountTokens'

export type Allowance =
  /** `release` gives the slot back; safe to repeat. */
  | { kind: 'admitted'; state: LimitState; release(): void }
  /** Nothing was taken. After so many seconds tokens and window let the request through; undefined when a slot was missing. */
  | { kind: 'refused'; by: Refusal; retryAfterSeconds: number | undefined; state: LimitState }
  /** Redis did not answer in time; nothing is held. */
  | { kind: 'unknown' }

/** The limits of callers, kept in Redis and so shared by all gateways. */
export interface RateLimits {
  /** Takes tokens, a slot and the window's share, or none of them, in one round trip. */
  admit(demand: Demand): Promise<Allowance>
  /**
   * Counts a request of a source address against a limit; returns after how many seconds it would be let through, 0 when it
   * is. While Redis does not answer this process counts by itself: an address keeps its limit, at each gateway.
   */
  admitAddress(address: string, name: string, limit: WindowLimit): Promise<number>
  /** Takes a place in each window of a subject that is no caller, or in none; counts by itself as `admitAddress` does. */
  take(subject: string, windows: readonly WindowLimit[]): Promise<Taken>
  close(): void
}

export interface RateLimitsOptions {
  /** Called when Redis does not answer any more, and when it does again (with undefined). */
  onChange(error: Error | undefined): void
  /** How long an answer is waited for. */
  deadlineMs?: number
  /** How long a slot stays taken when its gateway dies. */
  leaseMs?: number
}

const DEADLINE_MS = 250
/** After it a dead gateway's slots are free again (`docs/decisions/0032-rate-limits.md`). */
const LEASE_MS = 30_000

const PREFIX = `${QUEUE_PREFIX}:limits:`
const REFUSALS: readonly Refusal[] = ['tokens', 'window', 'slots', 'accountTokens']
const SECOND_MICROS = 1_000_000

type AdmitReply = [verdict: number, wait: number, remaining: number, fullAt: number, current: number]

interface ScriptedRedis extends Redis {
  limitsAdmit(keyCount: number, ...args: (string | number)[]): Promise<AdmitReply>
  limitsTakeWindow(key: string, ...args: (string | number)[]): Promise<number>
  limitsRenew(key: string, ...args: (string | number)[]): Promise<null>
}

export function createRateLimits(connection: Redis, options: RateLimitsOptions): RateLimits {
  // As commands of their own the scripts are sent once, and then named by their digest.
  connection.defineCommand('limitsAdmit', { lua: ADMIT })
  connection.defineCommand('limitsTakeWindow', { numberOfKeys: 1, lua: TAKE_WINDOW })
  connection.defineCommand('limitsRenew', { numberOfKeys: 1, lua: RENEW })
  const redis = connection as ScriptedRedis
  const { deadlineMs = DEADLINE_MS, leaseMs = LEASE_MS, onChange } = options
  const responsive = createResponsive({ deadlineMs, onChange })
  const localWindows = createLocalWindows()
  const nextId = createIds()
  const free = (key: string, id: string) => void redis.zrem(key, id).catch(ignore)
  const renew = (key: string, ids: readonly string[]) =>
    void redis.limitsRenew(key, leaseMs * 1000, ...ids).catch(ignore)
  const slots = createSlots({ leaseMs, renew, free })
  /** Milliseconds for which a shared window is full. */
  const takeWindow = async (key: string, id: string, { requests, seconds }: WindowLimit) => {
    const wait = await responsive.ask(() =>
      redis.limitsTakeWindow(key, id, requests, seconds * SECOND_MICROS),
    )
    return wait === undefined ? undefined : wait / 1000
  }

  return {
    async admit(demand) {
      const { accountId, limits, tokens, takesSlot, sharesAccount, window } = demand
      const id = nextId()
      const slotsKey = `${PREFIX}slots:${accountId}`
      const tokensKey = `${PREFIX}tokens:${accountId}`
      const keys = [`${tokensKey}:${demand.bucket}`, slotsKey, tokensKey]
      const lease = takesSlot ? leaseMs * 1000 : 0
      const ofAccount = sharesAccount ? ACCOUNT_BUCKETS * limits.requestsPerMinute : 0
      const args = [id, limits.requestsPerMinute, tokens, limits.concurrency, lease, ofAccount]
      if (window) {
        keys.push(`${PREFIX}window:${accountId}:${window.name}`)
        args.push(window.limit.requests, window.limit.seconds * SECOND_MICROS)
      }
      let isAsked = false
      const reply = await responsive.ask(() => {
        isAsked = true
        return redis.limitsAdmit(keys.length, ...keys, ...args)
      })
      if (!reply) {
        // It may be taken all the same, later.
        if (takesSlot && isAsked) free(slotsKey, id)
        return { kind: 'unknown' }
      }
      const [verdict, wait] = reply
      const state = stateOf(limits, reply)
      if (verdict === 0) {
        if (takesSlot) slots.hold(slotsKey, id)
        return { kind: 'admitted', state, release: () => slots.free(slotsKey, id) }
      }
      const by = REFUSALS[verdict - 1]!
      const retryAfterSeconds = by === 'slots' ? undefined : Math.ceil(wait / SECOND_MICROS)
      return { kind: 'refused', by, retryAfterSeconds, state }
    },
    async admitAddress(address, name, limit) {
      const key = `${PREFIX}window:${networkKeyOf(address)}:${name}`
      const waitMs = (await takeWindow(key, nextId(), limit)) ?? localWindows.take(key, limit)
      return Math.ceil(waitMs / 1000)
    },
    take: (subject, windows) =>
      takeWindows(
        { take: takeWindow, free, local: localWindows },
        { subject: `${PREFIX}window:${subject}`, id: nextId(), windows },
      ),
    close: slots.close,
  }
}

function stateOf({ requestsPerMinute, concurrency }: Demand['limits'], reply: AdmitReply): LimitState {
  const [, , remaining, fullAt, current] = reply
  return { requestsPerMinute, remaining, fullAt: new Date(Math.ceil(fullAt / 1000)), concurrency, current }
}

/** The state of a caller who has taken nothing: what is said while Redis does not answer. */
export function untouched({ requestsPerMinute, concurrency }: Demand['limits']): LimitState {
  return { requestsPerMinute, remaining: requestsPerMinute, fullAt: new Date(), concurrency, current: 0 }
}

/** Names of requests, unlike those of any other process. */
function createIds(): () => string {
  const process = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${process}.${count++}`
}

function ignore(): void {}
