import { DAY_MS } from '@gleaner/runtime/units'
import { z } from 'zod'
import { LIMITS, RETENTION } from '../../limits.ts'
import { PageQuery } from '../page.ts'
import { MonitorChangesQuery } from './history.ts'
import { MonitorField } from './settings.ts'

const Time = z.iso.datetime()
const count = z.number().int()
const ofField = {
  url: MonitorChangesQuery.shape.url,
}
const monitorDays = RETENTION.monitorMs / DAY_MS

/** Query of GET /monitors/{monitor_id}/fields/{field}/history. */
export const MonitorFieldHistoryQuery = PageQuery.extend({
  ...ofField,
  limit: z.coerce.number().int().min(1).max(LIMITS.monitorValues).default(100),
})
export type MonitorFieldHistoryQuery = z.infer<typeof MonitorFieldHistoryQuery>

/** Query of GET /monitors/{monitor_id}/fields/{field}/chart.svg. */
export const MonitorChartQuery = z.object({
  url: ofField.url.describe('The page; needed where the monitor watches several.'),
  days: z.coerce.number().int().min(1).max(monitorDays).default(30).describe('How far it goes back.'),
})
export type MonitorChartQuery = z.infer<typeof MonitorChartQuery>

export const MonitorFieldHistory = z.object({
  field: z.string(),
  type: MonitorField.shape.type.unwrap(),
  values: z.array(
    z.object({
      url: z.string(),
      value: z
        .union([z.string(), z.number(), z.boolean()])
        .nullable()
        .describe('The one that `take` names; null where the page had none.'),
      checked_at: Time.describe('The check that found it first.'),
      until: Time.nullable().describe('The check that found another one; null while it holds.'),
    }),
  ),
  total: count,
  limit: count,
  offset: count,
})
export type MonitorFieldHistory = z.infer<typeof MonitorFieldHistory>
