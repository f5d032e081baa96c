import { type Actor, recordAudit } from '@gleaner/audit-log'
import { ApiError, type ApiKey, type Scope, uuidv7 } from '@gleaner/contracts'
import {
  BOUNDED,
  type Database,
  isUniqueViolation,
  lockPlaces,
  type Prisma,
  type TransactionHandles,
} from '@gleaner/db'
import { generateApiKey, parseApiKey } from '@gleaner/security/api-key'
import { storedHash } from '@gleaner/security/stored-hash'
import { presentApiKey, SHOWN } from './present-api-key.ts'

/** A key before it is stored. Its text is known to the caller alone. */
export interface NewApiKey {
  name: string
  key: string
}

export interface ApiKeyDetails {
  name: string
  scopes?: readonly Scope[]
  /** Absent or null: it never expires. */
  expiresAt?: Date | null
  test?: boolean
  /** Absent or null: it is taken from anywhere. */
  allowedIps?: readonly string[] | null
  /** Who makes it; absent: the operator, in the name of the user whose personal account it is. */
  userId?: string | undefined
  /** The tool that gets it by OAuth, and the term of the membership by which it was allowed to act for an organization. */
  tool?: { oauthClientId: string; membershipTerm: bigint | null }
}

/** An account, and who acts on its keys. */
export interface KeyHolder {
  accountId: string
  actor: Actor
}

/**
 * Makes a key within a transaction, and returns it as the API shows it, this once with its text. Throws CONFLICT when the
 * account has a key of this name, or as many as it may have; the transaction has failed then.
 */
export async function createApiKey(
  both: TransactionHandles,
  { accountId, actor }: KeyHolder,
  details: ApiKeyDetails,
): Promise<ApiKey & { key: string }> {
  const { prisma, sql } = both
  const { name, scopes = ['scrape'], expiresAt = null, test = false } = details
  // Expired ones count until they are revoked.
  if ((await lockPlaces(sql, 'api_key', accountId)).isFull) throw tooManyKeys()
  const { key } = generateApiKey(test ? 'test' : 'live')
  const userId = details.userId ?? (await ownerOf(prisma, accountId))
  const data = {
    ...apiKeyRow({ name, key }),
    accountId,
    userId: userId ?? null,
    scopes: [...scopes],
    expiresAt,
    allowedIps: [...(details.allowedIps ?? [])],
    ...(details.tool && { ...details.tool, tool: true }),
  }
  const row = await refuseTakenName(name, prisma.apiKey.create({ data, select: SHOWN }))
  await recordAudit(both, {
    accountId,
    actor,
    action: 'api_key.created',
    target: `api_key:${row.id}`,
    details: { scopes: [...scopes], test },
  })
  return { ...presentApiKey(row), key }
}

/**
 * Stores a key whose text is known already (the development key of `npm start`). Does nothing when it is there. Where its
 * name is taken by another one, a part of the key stands behind it.
 */
export async function addApiKey(db: Database, accountId: string, { name, key }: NewApiKey): Promise<void> {
  await db.transaction(async ({ prisma, sql }) => {
    await sql.query('SELECT FROM account WHERE id = $1 FOR NO KEY UPDATE', [accountId])
    const row = apiKeyRow({ name, key })
    const userId = (await ownerOf(prisma, accountId)) ?? null
    const taken = await prisma.apiKey.findFirst({
      where: { accountId, name, revokedAt: null, NOT: { hash: row.hash } },
      select: { id: true },
    })
    const create = { ...row, accountId, userId, ...(taken && { name: `${name} (${row.prefix})` }) }
    await prisma.apiKey.upsert({ where: { hash: row.hash }, update: {}, create })
  })
}

/** The row of a key, without its account and user. Throws when the text is no key. */
export function apiKeyRow({ name, key }: NewApiKey) {
  const mode = parseApiKey(key)
  if (!mode) throw new Error('not a well-formed API key')
  const row = { id: uuidv7(), name, hash: storedHash(key), prefix: key.slice(0, 14), test: mode === 'test' }
  return row satisfies Prisma.ApiKeyCreateWithoutAccountInput
}

/** The user whose personal account it is; an organization has none. */
async function ownerOf(prisma: Prisma.TransactionClient, accountId: string): Promise<string | undefined> {
  const owner = await prisma.user.findFirst({
    where: { accountId },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
  })
  return owner?.id
}

/** Passes a write on; throws CONFLICT where it was refused for the name. */
export async function refuseTakenName<T>(name: string | undefined, writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (!isUniqueViolation(error, 'api_key_live_name_key')) throw error
    throw new ApiError('CONFLICT', `There is already a key named "${name}"; choose another name.`)
  }
}

function tooManyKeys(): ApiError {
  return new ApiError(
    'CONFLICT',
    `This account has ${BOUNDED.api_key.most} API keys, the most that it may have; revoke one that is not needed any more.`,
  )
}
