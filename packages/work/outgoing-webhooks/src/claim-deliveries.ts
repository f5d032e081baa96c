import { NIL_UUID } from '@gleaner/contracts/ids'
import type { Queryable } from '@gleaner/db'
import { ACCOUNTS, CLAIM } from './claim-sql.ts'
import { DELIVERY_SHARES } from './delivery-shares.ts'
import type { DeliveryChannel } from './destination.ts'

/** A delivery that is to be attempted now, by who has claimed it. */
export interface ClaimedDelivery {
  id: string
  accountId: string
  endpointId: string | null
  batchId: string | null
  jobId: string | null
  event: string
  url: string
  host: string
  data: unknown
  /** The shape of its body and its sealed address, where that is no endpoint's and no request's. */
  channel: DeliveryChannel | null
  destination: Uint8Array | null
  /** The delivery that it sends once more, and the SHA-256 of what that one sent, where it is known. */
  replayOf: string | null
  bodyHash: Uint8Array | null
  /** Attempts before this one. */
  attempts: number
  /** What its body takes about, in bytes. */
  bytes: number
  /** When others may take it, which also tells this claim from theirs. */
  leaseUntil: Date
  /** False when it was for an endpoint that is deleted or switched off. */
  isWanted: boolean
  /** Whose work it tells, where it goes to an address that the work has named. */
  apiKeyId: string | null
  /** Of the request that asked for the work it tells of; null where none did. */
  requestId: string | null
}

/** The deliveries of one account to one host. */
export interface Lane {
  host: string
  accountId: string
}

/** A lane that may have fewer deliveries under way than others; 0: none. */
export interface LaneLimit extends Lane {
  limit: number
}

/** Where the next claim goes on, so that each account and each of its hosts comes up however many there are. */
export interface ClaimPosition {
  /** The last account that was looked at; undefined: from the first. */
  account: string | undefined
  /** Of accounts with many hosts the last one that was looked at. */
  hosts: ReadonlyMap<string, string>
}

export const FIRST_POSITION: ClaimPosition = { account: undefined, hosts: new Map() }

/** What a process holds of an account's deliveries. */
export interface Held {
  accountId: string
  places: number
  bytes: number
}

/** Rate-limit tokens a minute by balance, from the least on, and those of enterprise accounts. */
export interface TokensByBalance {
  tiers: readonly { minMicros: number; tokens: number }[]
  enterprise: number
}

export interface ClaimOptions {
  position: ClaimPosition
  /** Most deliveries to take. */
  limit: number
  /** What the process still has room for. */
  free: { places: number; bytes: number }
  /** What it holds already. */
  held: readonly Held[]
  /** Most deliveries under way to one host, and of one account to one host, over all dispatchers. */
  perHost: number
  perLane: number
  slowLanes: readonly LaneLimit[]
  tokens: TokensByBalance
  leaseMs: number
}

export interface Claim {
  deliveries: ClaimedDelivery[]
  position: ClaimPosition
  /** Another dispatcher was claiming: nothing was looked at. */
  isBusy: boolean
  /** There may be more due that this claim had no room for. */
  isMore: boolean
}

/** Accounts whose place among their hosts is remembered; the oldest is forgotten first. */
const MOST_POSITIONS = 1_000

interface Row extends ClaimedDelivery {
  isMine: boolean
  accounts: number
  lastAccount: string | null
  /** Of the accounts that were looked at: the host that they go on behind, null for the first one. */
  ends: { accountId: string; host: string | null }[] | null
}

/**
 * Takes deliveries that are due for `leaseMs`. Accounts take turns, and so do the hosts of each: neither a slow receiver nor an account
 * with thousands of deliveries, or of hosts, holds back others. What an account may hold (`DELIVERY_SHARES`) is decided here, before
 * anything of a delivery is read, and what is beyond waits. What a dispatcher took that has died is due again when its lease ends.
 */
export async function claimDeliveries(sql: Queryable, options: ClaimOptions): Promise<Claim> {
  const { position, limit } = options
  const { rows } = await sql.query<Row>({ name: 'claim-deliveries', text: CLAIM, values: valuesOf(options) })
  const [{ isMine, accounts, lastAccount, ends }] = rows as [Row]
  const deliveries = rows.filter(({ id }) => id !== null)
  const isLast = accounts < ACCOUNTS
  const served = new Set(deliveries.map(({ accountId }) => accountId))
  const hasMoreHosts = ends?.some(({ accountId, host }) => host !== null && served.has(accountId)) === true
  return {
    deliveries,
    position: isMine
      ? { account: isLast ? undefined : lastAccount!, hosts: goneOn(position.hosts, ends ?? []) }
      : position,
    isBusy: !isMine,
    isMore: !isLast || deliveries.length === limit || hasMoreHosts,
  }
}

function valuesOf(options: ClaimOptions): unknown[] {
  const { position, limit, free, held, perHost, perLane, slowLanes, tokens, leaseMs } = options
  const hosts = [...position.hosts]
  return [
    position.account ?? NIL_UUID,
    hosts.map(([accountId]) => accountId),
    hosts.map(([, host]) => host),
    limit,
    free.places,
    free.bytes,
    held.map(({ accountId }) => accountId),
    held.map(({ places }) => places),
    held.map(({ bytes }) => bytes),
    perHost,
    perLane,
    DELIVERY_SHARES.hosts * perHost,
    slowLanes.map(({ host }) => host),
    slowLanes.map(({ accountId }) => accountId),
    slowLanes.map((lane) => lane.limit),
    tokens.tiers.map(({ minMicros }) => minMicros),
    tokens.tiers.map((tier) => tier.tokens),
    tokens.enterprise,
    leaseMs,
  ]
}

function goneOn(hosts: ReadonlyMap<string, string>, ends: NonNullable<Row['ends']>): Map<string, string> {
  const next = new Map(hosts)
  for (const { accountId, host } of ends) {
    next.delete(accountId)
    if (host !== null) next.set(accountId, host)
  }
  return new Map([...next].slice(-MOST_POSITIONS))
}
