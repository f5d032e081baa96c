import { z } from 'zod'
import { ownId } from '../../fields/ids.ts'
import { Limit, Offset, Total } from '../../fields/lists.ts'
import { GivenName } from '../../fields/names.ts'
import { CreatedAt, UpdatedAt } from '../../fields/times.ts'
import { MONITOR_SHAPE, MonitorName, nullishShape } from './settings.ts'

const count = z.number().int()

/** Body of POST /monitor-groups. */
export const MonitorGroupCreate = z.strictObject({ name: MonitorName, ...MONITOR_SHAPE })
export type MonitorGroupCreate = z.infer<typeof MonitorGroupCreate>

/** Body of PATCH /monitor-groups/{group_id}. A setting that is null is taken off. */
export const MonitorGroupUpdate = z
  .strictObject({ name: MonitorName.optional(), ...nullishShape(MONITOR_SHAPE) })
  .refine((update) => Object.keys(update).length > 0, 'name at least one field to change')
export type MonitorGroupUpdate = z.infer<typeof MonitorGroupUpdate>

export const MonitorGroup = z
  .object({
    id: ownId('group_id'),
    name: GivenName,
    test: z.boolean().describe('Made with a test key, and for monitors that are.'),
    ...MONITOR_SHAPE,
    monitors: count.describe('How many are in it: `GET /monitors?group_id=` lists them.'),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .describe('Settings that several monitors share.')
export type MonitorGroup = z.infer<typeof MonitorGroup>

export const MonitorGroupList = z.object({
  groups: z.array(MonitorGroup).describe('The oldest first.'),
  total: Total,
  limit: Limit,
  offset: Offset,
})
export type MonitorGroupList = z.infer<typeof MonitorGroupList>
