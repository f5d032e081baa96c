import { ApiError, type MonitorGroup, type MonitorGroupList, type MonitorSettings } from '@gleaner/contracts'
import { uuidv7 } from '@gleaner/contracts/ids'
import { noSuch, type Queryable, takePlace } from '@gleaner/db'
import type { SchedulesContext } from '@gleaner/schedules'
import { GROUP_COLUMNS, type GroupRow, openSettings, presentGroup, sealSettings } from './group-row.ts'

type Context = Pick<SchedulesContext, 'secretBox'>

/** A group with its settings as they were sent. */
export interface OpenedGroup {
  id: string
  name: string
  test: boolean
  settings: MonitorSettings
  updatedAt: Date
}

interface GroupContent {
  name: string
  settings: MonitorSettings
}

/** Makes a group, in the caller's transaction. Throws CONFLICT when the account has as many as it may have. */
export async function createGroup(
  { secretBox }: Context,
  sql: Queryable,
  { accountId, test }: { accountId: string; test: boolean },
  { name, settings }: GroupContent,
): Promise<MonitorGroup> {
  await takePlace(sql, 'monitor_group', accountId)
  const id = uuidv7()
  const sealed = sealSettings(secretBox, id, settings)
  await sql.query(
    'INSERT INTO monitor_group (id, account_id, test, name, settings, secrets) VALUES ($1, $2, $3, $4, $5, $6)',
    [id, accountId, test, name, sealed.settings, sealed.secrets],
  )
  return await readGroup(sql, accountId, id)
}

/** Throws NOT_FOUND, for one of another account too. */
export async function readGroup(sql: Queryable, accountId: string, id: string): Promise<MonitorGroup> {
  const { rows } = await sql.query<GroupRow>(
    `SELECT ${GROUP_COLUMNS} FROM monitor_group WHERE id = $1 AND account_id = $2`,
    [id, accountId],
  )
  return presentGroup(rows[0] ?? noSuch('monitor_group'))
}

/** Throws NOT_FOUND, and SecretUnreadable. */
export async function openGroup(
  { secretBox }: Context,
  sql: Queryable,
  accountId: string,
  id: string,
): Promise<OpenedGroup> {
  const { rows } = await sql.query<OpenedGroup & { secrets: Buffer | null }>(
    'SELECT id, name, test, settings, secrets, updated_at AS "updatedAt" FROM monitor_group WHERE id = $1 AND account_id = $2',
    [id, accountId],
  )
  const { secrets, ...row } = rows[0] ?? noSuch('monitor_group')
  return { ...row, settings: openSettings(secretBox, { ...row, secrets }) }
}

export async function listGroups(
  sql: Queryable,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<MonitorGroupList> {
  const { rows: counted } = await sql.query<{ total: number }>(
    'SELECT count(*)::int AS total FROM monitor_group WHERE account_id = $1',
    [accountId],
  )
  const { rows } = await sql.query<GroupRow>(
    `SELECT ${GROUP_COLUMNS} FROM monitor_group WHERE account_id = $1 ORDER BY id LIMIT $2 OFFSET $3`,
    [accountId, limit, offset],
  )
  return { groups: rows.map(presentGroup), total: counted[0]!.total, limit, offset }
}

/** Whoever writes a monitor by what its group said holds the group meanwhile. */
export async function holdGroup(sql: Queryable, group: Pick<OpenedGroup, 'id' | 'updatedAt'>): Promise<void> {
  await hold(sql, group, 'SHARE')
}

/** The ids of the monitors in a group; none comes until the transaction ends. Throws CONFLICT when it was changed since it was read. */
export async function lockMembers(
  sql: Queryable,
  group: Pick<OpenedGroup, 'id' | 'updatedAt'>,
): Promise<string[]> {
  await hold(sql, group, 'UPDATE')
  return await memberIds(sql, group.id)
}

export async function memberIds(sql: Queryable, groupId: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>('SELECT id FROM monitor WHERE group_id = $1 ORDER BY id', [
    groupId,
  ])
  return rows.map(({ id }) => id)
}

async function hold(
  sql: Queryable,
  { id, updatedAt }: Pick<OpenedGroup, 'id' | 'updatedAt'>,
  how: 'SHARE' | 'UPDATE',
): Promise<void> {
  const { rows } = await sql.query<{ updatedAt: Date }>(
    `SELECT updated_at AS "updatedAt" FROM monitor_group WHERE id = $1 FOR ${how}`,
    [id],
  )
  if (rows[0]?.updatedAt.getTime() !== updatedAt.getTime()) throw changedMeanwhile()
}

export const changedMeanwhile = () =>
  new ApiError(
    'CONFLICT',
    'The group, or a monitor of it, was changed by another request meanwhile; repeat yours.',
    { retry_after_seconds: 1 },
  )

/** Writes what a group has become, once its members are locked. */
export async function rewriteGroup(
  { secretBox }: Context,
  sql: Queryable,
  id: string,
  { name, settings }: GroupContent,
): Promise<void> {
  const sealed = sealSettings(secretBox, id, settings)
  await sql.query(
    `UPDATE monitor_group SET name = $2, settings = $3, secrets = $4, updated_at = GREATEST(now(), updated_at + interval '1 millisecond')
     WHERE id = $1`,
    [id, name, sealed.settings, sealed.secrets],
  )
}

/** Deletes a group, in the caller's transaction. Throws NOT_FOUND, and CONFLICT while monitors are in it. */
export async function deleteGroup(sql: Queryable, accountId: string, id: string): Promise<void> {
  const { rowCount } = await sql.query(
    'SELECT FROM monitor_group WHERE id = $1 AND account_id = $2 FOR UPDATE',
    [id, accountId],
  )
  if (rowCount === 0) noSuch('monitor_group')
  const members = await memberIds(sql, id)
  if (members.length > 0)
    throw new ApiError(
      'CONFLICT',
      `Monitors are in this group (${members.length}; GET /monitors?group_id=${id} lists them): delete them first, or let them leave with "group_id": null.`,
      { monitors: members.length },
    )
  await sql.query('DELETE FROM monitor_group WHERE id = $1', [id])
}
