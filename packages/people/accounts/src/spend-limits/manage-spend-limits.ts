import { recordAudit } from '@gleaner/audit-log'
import {
  deleteSpendLimit,
  fromCredits,
  type LimitOwner,
  readSpendLimits,
  setSpendLimit,
} from '@gleaner/billing'
import type { SpendLimit, SpendLimitInput } from '@gleaner/contracts'
import type { Database, TransactionHandles } from '@gleaner/db'
import { readApiKey } from '../api-keys/manage-api-keys.ts'
import type { KeyHolder } from '../api-keys/new-api-key.ts'

/** The limit of an account, or of one of its keys when one is named; throws NOT_FOUND for a key that is not the account's. */
export async function readLimit(db: Database, accountId: string, keyId?: string): Promise<SpendLimit | null> {
  const { ownerId } = await ownerOf(db, accountId, keyId)
  return (await readSpendLimits(db.pool, accountId, [ownerId])).get(ownerId) ?? null
}

/** Sets it; throws as `readLimit`. */
export async function setLimit(
  db: Database,
  { accountId, actor }: KeyHolder,
  input: SpendLimitInput,
  keyId?: string,
): Promise<SpendLimit> {
  const owner = await ownerOf(db, accountId, keyId)
  const { budget_limit_credits: credits, budget_limit_microcents: micros } = input
  return await db.transaction(async (both) => {
    const limit = await setSpendLimit(both.sql, owner, {
      budgetMicros: credits == null ? (micros ?? null) : fromCredits(credits),
      requestLimit: input.request_limit ?? null,
      resetPeriod: input.reset_period,
      enabled: input.enabled,
    })
    await audit(both, 'set', { accountId, actor }, keyId, input)
    return limit
  })
}

/** Removes it, if there is one; throws as `readLimit`. */
export async function deleteLimit(
  db: Database,
  { accountId, actor }: KeyHolder,
  keyId?: string,
): Promise<void> {
  const owner = await ownerOf(db, accountId, keyId)
  await db.transaction(async (both) => {
    if (await deleteSpendLimit(both.sql, owner)) await audit(both, 'removed', { accountId, actor }, keyId)
  })
}

async function ownerOf(db: Database, accountId: string, keyId: string | undefined): Promise<LimitOwner> {
  if (keyId === undefined) return { accountId, ownerId: accountId }
  return { accountId, ownerId: (await readApiKey(db, accountId, keyId)).id }
}

async function audit(
  both: TransactionHandles,
  what: 'set' | 'removed',
  { accountId, actor }: KeyHolder,
  keyId: string | undefined,
  details: Partial<SpendLimitInput> = {},
): Promise<void> {
  const target = keyId === undefined ? `account:${accountId}` : `api_key:${keyId}`
  await recordAudit(both, {
    accountId,
    actor,
    action: `spend_limit.${what}`,
    target,
    details: { ...details },
  })
}
