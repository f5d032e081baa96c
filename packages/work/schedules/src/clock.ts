import { NOW, type Queryable } from '@gleaner/db'
import type { SchedulesContext } from './context.ts'

/** SQL: the moment of a parameter; where that is null, now by Postgres's clock. */
export function clock(parameter: string): string {
  return `COALESCE(${parameter}::timestamptz(3), ${NOW})`
}

/** The value of that parameter. */
export function clockValue({ now }: Pick<SchedulesContext, 'now'>): Date | null {
  return now?.() ?? null
}

export async function readClock(sql: Queryable, ctx: Pick<SchedulesContext, 'now'>): Promise<Date> {
  const { rows } = await sql.query<{ now: Date }>(`SELECT ${clock('$1')} AS now`, [clockValue(ctx)])
  return rows[0]!.now
}
