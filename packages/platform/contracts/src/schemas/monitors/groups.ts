import { z } from 'zod'
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

export const MonitorGroup = z.object({
  id: z.uuid(),
  name: z.string(),
  test: z.boolean().describe('Made with a test key, and for monitors that are.'),
  ...MONITOR_SHAPE,
  monitors: count.describe('How many are in it: `GET /monitors?group_id=` lists them.'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type MonitorGroup = z.infer<typeof MonitorGroup>

export const MonitorGroupList = z.object({
  groups: z.array(MonitorGroup),
  total: count,
  limit: count,
  offset: count,
})
export type MonitorGroupList = z.infer<typeof MonitorGroupList>
