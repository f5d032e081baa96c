import { type Actor, recordAudit } from '@gleaner/audit-log'
import { LLM_PROVIDERS, type LlmKey, type LlmKeyCreate, type LlmKeyUpdate } from '@gleaner/contracts'
import { uuidv7 } from '@gleaner/contracts/ids'
import {
  type Database,
  noSuch,
  type Prisma,
  refuseTakenName,
  type TransactionHandles,
  takePlace,
} from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import { sealContext } from './open-llm-key.ts'

export interface LlmKeysContext {
  db: Database
  secretBox: SecretBox
}

/** Whose keys they are, and who asks. */
export interface KeyHolder {
  accountId: string
  actor: Actor
}

/** Throws CONFLICT when the account has a key of this name, or as many as it may have. */
export async function createLlmKey(
  secretBox: SecretBox,
  transaction: TransactionHandles,
  holder: KeyHolder,
  { name, provider, api_key, base_url, model }: LlmKeyCreate,
): Promise<LlmKey> {
  const { accountId } = holder
  const { llmKey } = transaction.prisma
  await takePlace(transaction.sql, 'llm_key', accountId)
  const id = uuidv7()
  const data = {
    id,
    accountId,
    name,
    provider,
    ...secretFields(secretBox, id, api_key ?? ''),
    baseUrl: base_url ?? null,
    model: model ?? null,
  }
  const row = await refuseTakenName('llm_key', name, llmKey.create({ data, select: SHOWN }))
  await note(transaction, holder, 'created', id, { provider })
  return present(row)
}

export async function listLlmKeys(
  { db }: Pick<LlmKeysContext, 'db'>,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ llm_keys: LlmKey[]; total: number }> {
  const { llmKey } = await db.prisma()
  const where = { accountId }
  const [rows, total] = await Promise.all([
    llmKey.findMany({ where, select: SHOWN, orderBy: { id: 'asc' }, take: limit, skip: offset }),
    llmKey.count({ where }),
  ])
  return { llm_keys: rows.map(present), total }
}

/** Throws NOT_FOUND, also for a key of another account. */
export async function readLlmKey(
  { db }: Pick<LlmKeysContext, 'db'>,
  accountId: string,
  id: string,
): Promise<LlmKey> {
  const { llmKey } = await db.prisma()
  return present((await llmKey.findUnique({ where: { id, accountId }, select: SHOWN })) ?? noSuch('llm_key'))
}

/** Changes the fields that are given; throws NOT_FOUND or CONFLICT. */
export async function updateLlmKey(
  { db, secretBox }: LlmKeysContext,
  holder: KeyHolder,
  id: string,
  { name, api_key, base_url, model }: LlmKeyUpdate,
): Promise<LlmKey> {
  const data = {
    ...(name !== undefined && { name }),
    ...(api_key !== undefined && secretFields(secretBox, id, api_key)),
    ...(base_url !== undefined && { baseUrl: base_url }),
    ...(model !== undefined && { model }),
  }
  return await db.transaction(async (transaction) => {
    const where = { id, accountId: holder.accountId }
    const writing = transaction.prisma.llmKey.updateManyAndReturn({ where, data, select: SHOWN })
    const [row] = await refuseTakenName('llm_key', name, writing)
    if (!row) noSuch('llm_key')
    await note(transaction, holder, 'changed', id, { fields: Object.keys(data) })
    return present(row)
  })
}

/** Throws NOT_FOUND. */
export async function deleteLlmKey(
  { db }: Pick<LlmKeysContext, 'db'>,
  holder: KeyHolder,
  id: string,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const { count } = await transaction.prisma.llmKey.deleteMany({
      where: { id, accountId: holder.accountId },
    })
    if (count === 0) noSuch('llm_key')
    await note(transaction, holder, 'deleted', id)
  })
}

async function note(
  transaction: TransactionHandles,
  { accountId, actor }: KeyHolder,
  act: string,
  id: string,
  details: Record<string, string | string[]> = {},
): Promise<void> {
  await recordAudit(transaction, {
    accountId,
    actor,
    action: `llm_key.${act}`,
    target: `llm_key:${id}`,
    details,
  })
}

/** What replies show: everything but the key. */
const SHOWN = {
  id: true,
  name: true,
  provider: true,
  keySuffix: true,
  baseUrl: true,
  model: true,
  createdAt: true,
  updatedAt: true,
  lastUsedAt: true,
} satisfies Prisma.LlmKeySelect

type Row = Prisma.LlmKeyGetPayload<{ select: typeof SHOWN }>

function present({ id, name, provider, keySuffix, baseUrl, model, ...times }: Row): LlmKey {
  const known = provider as keyof typeof LLM_PROVIDERS
  return {
    id,
    name,
    provider: known,
    key_suffix: keySuffix,
    base_url: baseUrl ?? LLM_PROVIDERS[known].baseUrl ?? '',
    model,
    created_at: times.createdAt.toISOString(),
    updated_at: times.updatedAt.toISOString(),
    last_used_at: times.lastUsedAt?.toISOString() ?? null,
  }
}

const SUFFIX_CHARS = 4

/** The columns that a key fills: itself, sealed, and what may be shown of it. */
function secretFields(secretBox: SecretBox, id: string, apiKey: string) {
  return {
    secret: secretBox.seal(apiKey, sealContext(id)),
    keySuffix: apiKey === '' ? null : apiKey.slice(-SUFFIX_CHARS),
  }
}
