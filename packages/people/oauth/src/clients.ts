import { randomBytes } from 'node:crypto'
import type { Database, Prisma, TransactionHandles } from '@gleaner/db'
import { storedHash } from '@gleaner/security/stored-hash'
import { lockClient } from './lock-client.ts'

export interface NewClient {
  /** The operator's choice; absent: random. */
  id?: string | undefined
  name: string
  redirectUris: readonly string[]
  /** Cannot keep a secret (a page, an extension), so it has none and must use PKCE. */
  isPublic: boolean
  isFirstParty: boolean
}

export interface OAuthClient {
  id: string
  name: string
  /** SHA-256; null for a public client. */
  secretHash: Uint8Array | null
  firstParty: boolean
  redirectUris: string[]
  createdAt: Date
  origin: string
  readAt: Date | null
  keptUntil: Date | null
}

/** What an id may be that the operator chooses; an address is that of a metadata document. */
export const CLIENT_ID = /^[\w.~-]{1,100}$/

const SECRET_BYTES = 32
const ID_BYTES = 12

/** Registers a client. Its secret is shown once and never stored. */
export async function createClient(
  { prisma }: Pick<TransactionHandles, 'prisma'>,
  { id = newClientId(), name, redirectUris, isPublic, isFirstParty }: NewClient,
): Promise<{ id: string; secret: string | undefined }> {
  const secret = isPublic ? undefined : newSecret()
  const secretHash = secret === undefined ? null : storedHash(secret)
  await prisma.oAuthClient.create({
    data: { id, name, secretHash, firstParty: isFirstParty, redirectUris: [...redirectUris] },
  })
  return { id, secret }
}

export async function findClient(
  prisma: Prisma.TransactionClient,
  id: string,
): Promise<OAuthClient | undefined> {
  return (await prisma.oAuthClient.findUnique({ where: { id } })) ?? undefined
}

/** Whether there is any client that the house did not bring. */
export async function isAnyClientRegistered(prisma: Prisma.TransactionClient): Promise<boolean> {
  const where = { NOT: { origin: 'built_in' } }
  return (await prisma.oAuthClient.findFirst({ where, select: { id: true } })) !== null
}

/** All clients, the oldest first, with how many of their keys are live. */
export async function listClients(db: Database): Promise<(OAuthClient & { liveKeys: number })[]> {
  const { oAuthClient } = await db.prisma()
  const rows = await oAuthClient.findMany({
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    include: { _count: { select: { apiKeys: { where: { revokedAt: null } } } } },
  })
  return rows.map(({ _count, ...client }) => ({ ...client, liveKeys: _count.apiKeys }))
}

/** Gives a client another secret; the one before ends at once. Undefined for a client that is not there or has none. */
export async function rotateSecret(
  { prisma, sql }: TransactionHandles,
  id: string,
): Promise<string | undefined> {
  await lockClient(sql, id)
  const secret = newSecret()
  const where = { id, NOT: { secretHash: null } }
  const { count } = await prisma.oAuthClient.updateMany({ where, data: { secretHash: storedHash(secret) } })
  return count === 0 ? undefined : secret
}

/** Replaces the redirect URIs of a client by what `change` makes of them; undefined when there is no such client. */
export async function changeRedirectUris(
  { prisma, sql }: TransactionHandles,
  id: string,
  change: (uris: readonly string[]) => string[],
): Promise<string[] | undefined> {
  await lockClient(sql, id)
  const client = await findClient(prisma, id)
  if (!client) return undefined
  const redirectUris = change(client.redirectUris)
  await prisma.oAuthClient.update({ where: { id }, data: { redirectUris } })
  return redirectUris
}

export function newClientId(): string {
  return `client_${randomBytes(ID_BYTES).toString('hex')}`
}

/** 43 characters that stand for themselves in a form, in HTTP Basic and in a shell. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}
