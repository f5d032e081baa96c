import { uuidv7 } from '@gleaner/contracts'
import type { PrismaClient } from '@gleaner/db/client'
import { type ApiKeyMode, generateApiKey, hashApiKey, parseApiKey } from '@gleaner/security/api-key'

/** The form in which a key is stored and looked up. */
export function storedHash(key: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(hashApiKey(key), 'hex'))
}

/** Makes a key for an account; the returned text is shown once and never stored. */
export async function createApiKey(
  prisma: PrismaClient,
  accountId: string,
  name: string,
  mode: ApiKeyMode,
): Promise<string> {
  const { key } = generateApiKey(mode)
  await addApiKey(prisma, accountId, name, key)
  return key
}

/** Stores a key whose text is known already (the development key of `npm start`). Does nothing when it is there. */
export async function addApiKey(
  prisma: PrismaClient,
  accountId: string,
  name: string,
  key: string,
): Promise<void> {
  const mode = parseApiKey(key)
  if (!mode) throw new Error('not a well-formed API key')
  const hash = storedHash(key)
  await prisma.apiKey.upsert({
    where: { hash },
    update: {},
    create: { id: uuidv7(), accountId, name, hash, prefix: key.slice(0, 14), test: mode === 'test' },
  })
}
