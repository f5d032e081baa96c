import { DAY_MS } from '@gleaner/runtime/units'
import { z } from 'zod'
import { Limit, limitUpTo, Offset, Total } from '../../fields/lists.ts'
import { PageUrl } from '../../fields/names.ts'
import { LIMITS, RETENTION } from '../../limits.ts'
import { PageQuery } from '../page.ts'
import { MonitorChangesQuery } from './history.ts'
import { MonitorField } from './settings.ts'

const Time = z.iso.datetime()
const ofField = {
  url: MonitorChangesQuery.shape.url,
}
const monitorDays = RETENTION.monitorMs / DAY_MS

/** Query of GET /monitors/{monitor_id}/fields/{field}/history. */
export const MonitorFieldHistoryQuery = PageQuery.extend({
  ...ofField,
  limit: limitUpTo(LIMITS.monitorValues, 100),
})
export type MonitorFieldHistoryQuery = z.infer<typeof MonitorFieldHistoryQuery>

/** Query of GET /monitors/{monitor_id}/fields/{field}/chart.svg. */
export const MonitorChartQuery = z.object({
  url: ofField.url.describe('The page; needed where the monitor watches several.'),
  days: z.coerce.number().int().min(1).max(monitorDays).default(30).describe('How many days it goes back.'),
})
export type MonitorChartQuery = z.infer<typeof MonitorChartQuery>

export const MonitorFieldHistory = z.object({
  field: z.string().describe('The field, as the path names it.'),
  type: MonitorField.shape.type.unwrap().describe('How its text is read.'),
  values: z
    .array(
      z.object({
        url: PageUrl,
        value: z
          .union([z.string(), z.number(), z.boolean()])
          .nullable()
          .describe('The one that `take` names; null where the page had none.'),
        checked_at: Time.describe('The check that found it first.'),
        until: Time.nullable().describe('The check that found another one; null while it holds.'),
      }),
    )
    .describe('What it has said and until when, the newest first.'),
  total: Total,
  limit: Limit,
  offset: Offset,
})
export type MonitorFieldHistory = z.infer<typeof MonitorFieldHistory>
