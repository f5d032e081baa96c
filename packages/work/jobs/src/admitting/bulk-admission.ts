import { NIL_UUID } from '@gleaner/contracts/ids'
import { isDatabaseUnavailable } from '@gleaner/db'
import { QueueUnavailable } from '@gleaner/queue'
import { type Logger, sleep } from '@gleaner/runtime'
import type { JobsContext } from '../context.ts'
import { WAKE } from '../ending/announce.ts'
import { createWokenLoop } from '../tending/woken-loop.ts'
import {
  type AdmissionBounds,
  type AdmissionMemory,
  admitAccount,
  createAdmissionMemory,
} from './admit-account.ts'
import { type Bounds, type FleetLoad, readFleetLoad } from './fleet-load.ts'
import { findWaitingAccounts } from './waiting-accounts.ts'

/** Between two turns: what ends meanwhile is replaced together. A step costs as much as ten items in it. */
const PAUSE_MS = 50
/** Counting what is under way in a large fleet takes time: a count serves for a millisecond for each so many items. */
const ITEMS_PER_MS = 50
/** A message that would have woken may be lost: accounts with waiting work are looked for this often. */
const LOOK_EVERY_MS = 500
const ACCOUNTS_AT_A_LOOK = 500
/** What was admitted stays in the index while any old transaction is open, and a look walks over it: so many times as long as it takes it rests. */
const REST_AFTER_LOOK = 20
/** Most items of one account that are admitted in a row: those of the next one follow soon. */
const STEP_MAX = 32

export interface BulkAdmissionOptions {
  ctx: JobsContext
  logger: Logger
  /** Most items of one account that are under way at one host; of all accounts twice that. */
  perHost: number
  /** Throws while the queues cannot take anything. */
  places(): Promise<Bounds>
}

export interface BulkAdmission {
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Takes bulk work out of its wait in Postgres, one account after the other in small steps, and puts it on the queues of its tiers. Several
 * processes may do so at once.
 */
export function createBulkAdmission({ ctx, logger, perHost, places }: BulkAdmissionOptions): BulkAdmission {
  /** Accounts whose turn comes, in this order. */
  let due = new Set<string>()
  const memories = new Map<string, AdmissionMemory>()
  let counted: { load: FleetLoad; until: number } | undefined
  let lookAt = 0
  let lookFrom = NIL_UUID
  const loop = createWokenLoop({
    ctx,
    key: WAKE.admission,
    onMessage: (accountId) => void due.add(accountId),
    turn,
    logger,
    failed: 'bulk work could not be admitted',
  })
  const { signal } = loop

  async function look(): Promise<void> {
    const began = Date.now()
    const found = await findWaitingAccounts(ctx.pool, lookFrom, ACCOUNTS_AT_A_LOOK)
    const isAll = found.length < ACCOUNTS_AT_A_LOOK
    lookFrom = isAll ? NIL_UUID : found.at(-1)!
    lookAt = Date.now() + Math.max(LOOK_EVERY_MS, REST_AFTER_LOOK * (Date.now() - began))
    for (const accountId of found) due.add(accountId)
  }

  async function fleetLoad(): Promise<FleetLoad> {
    if (counted && Date.now() < counted.until) return counted.load
    const load = await readFleetLoad(ctx.pool, await places(), counted?.load.since)
    counted = { load, until: Date.now() + load.all() / ITEMS_PER_MS }
    return load
  }

  async function turn(): Promise<number> {
    if (Date.now() >= lookAt) await look()
    if (due.size > 0) await admit()
    await sleep(PAUSE_MS, signal)
    return lookAt
  }

  async function admit(): Promise<void> {
    const fleet = await fleetLoad()
    const line = due
    due = new Set()
    try {
      for (const accountId of line) {
        if (signal.aborted || fleet.free() === 0) break
        // What is left is shared among those who wait for it.
        const step = Math.min(STEP_MAX, Math.ceil(fleet.free() / line.size))
        line.delete(accountId)
        // To the end of the line.
        if (await admitNext(accountId, { fleet, step, perHost })) line.add(accountId)
      }
    } finally {
      // Whose turn has not come is first in the next one.
      due = new Set([...line, ...due])
    }
  }

  /** Whether the account's turn comes again at once. One whose work cannot be admitted does not keep the others from theirs. */
  async function admitNext(accountId: string, bounds: AdmissionBounds): Promise<boolean> {
    try {
      return await admitAccount(ctx, accountId, memoryOf(accountId), bounds)
    } catch (error) {
      if (error instanceof QueueUnavailable || isDatabaseUnavailable(error)) throw error
      logger.error({ err: error, accountId }, 'bulk work of an account could not be admitted')
      return false
    }
  }

  function memoryOf(accountId: string): AdmissionMemory {
    const memory = memories.get(accountId) ?? createAdmissionMemory()
    memories.delete(accountId)
    memories.set(accountId, memory)
    if (memories.size > MEMORIES_MAX) memories.delete(memories.keys().next().value!)
    return memory
  }

  return { start: loop.start, stop: loop.stop }
}

const MEMORIES_MAX = 10_000
