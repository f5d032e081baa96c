import { uuidv7 } from '@gleaner/contracts'
import type { Database, Prisma } from '@gleaner/db'
import { type ApiKeyMode, generateApiKey, hashApiKey, parseApiKey } from '@gleaner/security/api-key'

/** A key before it is stored. Its text is known to the caller alone. */
export interface NewApiKey {
  name: string
  key: string
}

/** Creates a key for an account; the returned text is shown once and never stored. */
export async function createApiKey(
  db: Database,
  accountId: string,
  name: string,
  mode: ApiKeyMode,
): Promise<string> {
  const { key } = generateApiKey(mode)
  await addApiKey(db, accountId, { name, key })
  return key
}

/** Stores a key whose text is known already (the development key of `npm start`). Does nothing when it is there. */
export async function addApiKey(db: Database, accountId: string, key: NewApiKey): Promise<void> {
  const row = apiKeyRow(key)
  const { apiKey } = await db.prisma()
  await apiKey.upsert({ where: { hash: row.hash }, update: {}, create: { accountId, ...row } })
}

/** The row of a key, without its account. Throws when the text is no key. */
export function apiKeyRow({ name, key }: NewApiKey) {
  const mode = parseApiKey(key)
  if (!mode) throw new Error('not a well-formed API key')
  const row = { id: uuidv7(), name, hash: storedHash(key), prefix: key.slice(0, 14), test: mode === 'test' }
  return row satisfies Prisma.ApiKeyCreateWithoutAccountInput
}

/** The form in which a key is stored and looked up. */
export function storedHash(key: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(hashApiKey(key), 'hex'))
}
