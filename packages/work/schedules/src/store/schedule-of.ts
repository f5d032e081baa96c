/** Whose a schedule is: its owner's own, or a monitor's, which has its id. Nobody finds the one as the other. */
export type ScheduleOf = 'schedule' | 'monitor'

/** SQL: that a schedule is one of these. */
export const isOf = (whose: ScheduleOf | 'any'): string =>
  ({ schedule: 'NOT schedule.is_monitor', monitor: 'schedule.is_monitor', any: 'true' })[whose]
