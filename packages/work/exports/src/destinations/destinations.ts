import { type Actor, recordAudit } from '@gleaner/audit-log'
import {
  ApiError,
  DESTINATION_FIELDS,
  type DestinationType,
  type ExportDestination,
  type ExportDestinationCreate,
  type ExportDestinationUpdate,
  invalidRequest,
} from '@gleaner/contracts'
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
import { credentialsOf, placeOf } from './place.ts'
import { secretContext } from './secrets.ts'

export interface DestinationsContext {
  db: Database
  secretBox: SecretBox
}

/** Whose destinations they are, and who asks. */
export interface DestinationHolder {
  accountId: string
  actor: Actor
}

/** Throws CONFLICT when the account has a destination of this name, or as many as it may have. */
export async function createDestination(
  secretBox: SecretBox,
  transaction: TransactionHandles,
  holder: DestinationHolder,
  { name, type, ...given }: ExportDestinationCreate,
): Promise<ExportDestination> {
  const { accountId } = holder
  await takePlace(transaction.sql, 'export_destination', accountId)
  const id = uuidv7()
  const data = {
    id,
    accountId,
    name,
    type,
    place: placeOf(type, given),
    ...secretField(secretBox, id, given),
  }
  const writing = transaction.prisma.exportDestination.create({ data, select: SHOWN })
  const row = await refuseTakenName('export_destination', name, writing)
  await note(transaction, holder, 'created', id, { type })
  return present(row)
}

export async function listDestinations(
  { db }: Pick<DestinationsContext, 'db'>,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ destinations: ExportDestination[]; total: number }> {
  const { exportDestination } = await db.prisma()
  const where = { accountId }
  const [rows, total] = await Promise.all([
    exportDestination.findMany({ where, select: SHOWN, orderBy: { id: 'asc' }, take: limit, skip: offset }),
    exportDestination.count({ where }),
  ])
  return { destinations: rows.map(present), total }
}

/** Throws NOT_FOUND, also for one of another account. */
export async function readDestination(
  { db }: Pick<DestinationsContext, 'db'>,
  accountId: string,
  id: string,
): Promise<ExportDestination> {
  const { exportDestination } = await db.prisma()
  const row = await exportDestination.findUnique({ where: { id, accountId }, select: SHOWN })
  return present(row ?? noSuch('export_destination'))
}

/** Changes the fields that are given; throws NOT_FOUND, INVALID_REQUEST for those of another type, and CONFLICT. */
export async function updateDestination(
  { db, secretBox }: DestinationsContext,
  holder: DestinationHolder,
  id: string,
  { name, ...given }: ExportDestinationUpdate,
): Promise<ExportDestination> {
  return await db.transaction(async (transaction) => {
    const { sql, prisma } = transaction
    const before = await lock(sql, holder.accountId, id)
    refuseForeignFields(before.type, given)
    if (Object.keys(given).some((field) => !STAYS_THERE.has(field))) await refuseInUse(sql, id)
    const data = {
      ...(name !== undefined && { name }),
      place: placeOf(before.type, given, before.place),
      ...secretField(secretBox, id, given),
    }
    const where = { id, accountId: holder.accountId }
    const writing = prisma.exportDestination.update({ where, data, select: SHOWN })
    const row = await refuseTakenName('export_destination', name, writing)
    const fields = [...(name === undefined ? [] : ['name']), ...Object.keys(given)]
    await note(transaction, holder, 'changed', id, { fields })
    return present(row)
  })
}

/** Throws NOT_FOUND, and CONFLICT while an export is written to it. */
export async function deleteDestination(
  { db }: Pick<DestinationsContext, 'db'>,
  holder: DestinationHolder,
  id: string,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const { sql } = transaction
    await lock(sql, holder.accountId, id)
    await refuseInUse(sql, id)
    await sql.query('UPDATE export_run SET destination_id = NULL WHERE destination_id = $1', [id])
    await sql.query('DELETE FROM export_destination WHERE id = $1', [id])
    await note(transaction, holder, 'deleted', id)
  })
}

/** What may change under an export: not where its parts are. */
const STAYS_THERE = new Set(['access_key_id', 'secret_access_key'])

interface Locked {
  type: DestinationType
  place: object
}

/** Exports take a lock that this one waits for, so that none begins meanwhile. */
async function lock(sql: TransactionHandles['sql'], accountId: string, id: string): Promise<Locked> {
  const { rows } = await sql.query<Locked>(
    'SELECT type, place FROM export_destination WHERE id = $1 AND account_id = $2 FOR UPDATE',
    [id, accountId],
  )
  return rows[0] ?? noSuch('export_destination')
}

async function refuseInUse(sql: TransactionHandles['sql'], id: string): Promise<void> {
  const { rows } = await sql.query<{ id: string }>(
    'SELECT id FROM export_run WHERE destination_id = $1 AND ended_at IS NULL LIMIT 1',
    [id],
  )
  if (!rows[0]) return
  throw new ApiError(
    'CONFLICT',
    `The export ${rows[0].id} is being written to this destination; wait for its end, or cancel it by DELETE /exports/runs/${rows[0].id}.`,
    { retry_after_seconds: 10 },
  )
}

function refuseForeignFields(type: DestinationType, given: object): void {
  const { needs, takes } = DESTINATION_FIELDS[type]
  const known = new Set<string>([...needs, ...takes])
  const issues = Object.keys(given)
    .filter((field) => !known.has(field))
    .map((path) => ({ path, message: `has no effect with type "${type}"; leave it out` }))
  if (issues.length > 0) throw invalidRequest(issues)
}

async function note(
  transaction: TransactionHandles,
  { accountId, actor }: DestinationHolder,
  act: string,
  id: string,
  details: Record<string, string | string[]> = {},
): Promise<void> {
  const target = `export_destination:${id}`
  await recordAudit(transaction, { accountId, actor, action: `export_destination.${act}`, target, details })
}

/** The column that credentials fill. */
function secretField(secretBox: SecretBox, id: string, given: Omit<ExportDestinationUpdate, 'name'>) {
  const credentials = credentialsOf(given)
  return credentials && { secret: secretBox.seal(JSON.stringify(credentials), secretContext(id)) }
}

/** What replies show: everything but the secret. */
const SHOWN = {
  id: true,
  name: true,
  type: true,
  place: true,
  createdAt: true,
  updatedAt: true,
  lastUsedAt: true,
} satisfies Prisma.ExportDestinationSelect

type Row = Prisma.ExportDestinationGetPayload<{ select: typeof SHOWN }>

function present({ id, name, type, place, createdAt, updatedAt, lastUsedAt }: Row): ExportDestination {
  return {
    id,
    name,
    type: type as DestinationType,
    ...(place as object),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }
}
