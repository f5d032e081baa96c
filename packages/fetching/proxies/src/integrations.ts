import type { ProxyCreate, ProxyIntegration, ProxyUpdate } from '@gleaner/contracts'
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
import { sealContext } from './open-integration.ts'

export interface IntegrationsContext {
  db: Database
  secretBox: SecretBox
}

/** Throws CONFLICT when the account has a proxy of this name, or as many as it may have. */
export async function createIntegration(
  secretBox: SecretBox,
  { prisma: { proxyIntegration }, sql }: TransactionHandles,
  accountId: string,
  { name, url, country }: ProxyCreate,
): Promise<ProxyIntegration> {
  await takePlace(sql, 'proxy', accountId)
  const id = uuidv7()
  const data = { id, accountId, name, ...addressFields(secretBox, id, url), country: country ?? null }
  return present(await refuseTakenName('proxy', name, proxyIntegration.create({ data, select: SHOWN })))
}

export async function listIntegrations(
  { db }: Pick<IntegrationsContext, 'db'>,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ proxies: ProxyIntegration[]; total: number }> {
  const { proxyIntegration } = await db.prisma()
  const where = { accountId }
  const [rows, total] = await Promise.all([
    proxyIntegration.findMany({ where, select: SHOWN, orderBy: { id: 'asc' }, take: limit, skip: offset }),
    proxyIntegration.count({ where }),
  ])
  return { proxies: rows.map(present), total }
}

/** Throws NOT_FOUND, also for a proxy of another account. */
export async function readIntegration(
  { db }: Pick<IntegrationsContext, 'db'>,
  accountId: string,
  id: string,
): Promise<ProxyIntegration> {
  const { proxyIntegration } = await db.prisma()
  return present(
    (await proxyIntegration.findUnique({ where: { id, accountId }, select: SHOWN })) ?? noSuch('proxy'),
  )
}

/** Changes the fields that are given; throws NOT_FOUND or CONFLICT. */
export async function updateIntegration(
  secretBox: SecretBox,
  { prisma: { proxyIntegration } }: Pick<TransactionHandles, 'prisma'>,
  accountId: string,
  id: string,
  { name, url, country }: ProxyUpdate,
): Promise<ProxyIntegration> {
  const data = {
    ...(name !== undefined && { name }),
    ...(url !== undefined && addressFields(secretBox, id, url)),
    ...(country !== undefined && { country }),
  }
  const writing = proxyIntegration.updateManyAndReturn({ where: { id, accountId }, data, select: SHOWN })
  const [row] = await refuseTakenName('proxy', name, writing)
  return present(row ?? noSuch('proxy'))
}

/** Throws NOT_FOUND. */
export async function deleteIntegration(
  { prisma: { proxyIntegration } }: Pick<TransactionHandles, 'prisma'>,
  accountId: string,
  id: string,
): Promise<void> {
  const { count } = await proxyIntegration.deleteMany({ where: { id, accountId } })
  if (count === 0) noSuch('proxy')
}

/** What replies show: everything but the address with its credentials. */
const SHOWN = {
  id: true,
  name: true,
  scheme: true,
  host: true,
  port: true,
  hasCredentials: true,
  country: true,
  createdAt: true,
  updatedAt: true,
} satisfies Prisma.ProxyIntegrationSelect

type Row = Prisma.ProxyIntegrationGetPayload<{ select: typeof SHOWN }>

function present({ hasCredentials, createdAt, updatedAt, ...shown }: Row): ProxyIntegration {
  return {
    ...shown,
    has_credentials: hasCredentials,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  } as ProxyIntegration
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443, 'socks5:': 1080 }

/** The columns that a proxy's URL fills: itself, sealed, and what may be shown of it. */
function addressFields(secretBox: SecretBox, id: string, url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  return {
    url: secretBox.seal(url, sealContext(id)),
    scheme: protocol.slice(0, -1),
    host: hostname,
    port: port === '' ? DEFAULT_PORTS[protocol]! : Number(port),
    hasCredentials: username !== '' || password !== '',
  }
}
