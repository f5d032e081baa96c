// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Entry, Fields, Reply, RequestOptions } from '../../types.ts'

export class SchedulesApi extends Group {
  /** Have a batch, a crawl, a map or a search made again and again. `POST /schedules` */
  create(fields: Fields<'createSchedule'>, options?: RequestOptions): Promise<Reply<'createSchedule'>> {
    return this.callOperation('createSchedule', [], fields, options)
  }

  /** List the account's schedules, the oldest first. `GET /schedules` */
  list(fields: Fields<'listSchedules'> = {}, options?: RequestOptions): Promise<Reply<'listSchedules'>> {
    return this.callOperation('listSchedules', [], fields, options)
  }

  /** Every entry of `list`, page by page as they are asked for. */
  all(
    fields: Fields<'listSchedules'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listSchedules', 'schedules'>, void, undefined> {
    return this.turnPages('listSchedules', [], fields, options, { by: 'offset', entries: 'schedules' })
  }

  /** Read one of your schedules. `GET /schedules/{schedule_id}` */
  get(schedule_id: string, options?: RequestOptions): Promise<Reply<'getSchedule'>> {
    return this.callOperation('getSchedule', [schedule_id], {}, options)
  }

  /** Change the named fields of a schedule. It then acts for you. `PATCH /schedules/{schedule_id}` */
  update(
    schedule_id: string,
    fields: Fields<'updateSchedule'>,
    options?: RequestOptions,
  ): Promise<Reply<'updateSchedule'>> {
    return this.callOperation('updateSchedule', [schedule_id], fields, options)
  }

  /** Delete a schedule and the list of its runs. What a run has begun goes on. `DELETE /schedules/{schedule_id}` */
  delete(schedule_id: string, options?: RequestOptions): Promise<void> {
    return this.callOperation('deleteSchedule', [schedule_id], {}, options)
  }

  /** Pause a schedule. A run that waits is cancelled, one that goes on is not. `POST /schedules/{schedule_id}/pause` */
  pause(schedule_id: string, options?: RequestOptions): Promise<Reply<'pauseSchedule'>> {
    return this.callOperation('pauseSchedule', [schedule_id], {}, options)
  }

  /** Let a paused schedule go on with its next time. It then acts for you. `POST /schedules/{schedule_id}/resume` */
  resume(schedule_id: string, options?: RequestOptions): Promise<Reply<'resumeSchedule'>> {
    return this.callOperation('resumeSchedule', [schedule_id], {}, options)
  }

  /** Run a schedule now, also one that is paused. Its next time stays. `POST /schedules/{schedule_id}/run` */
  run(schedule_id: string, options?: RequestOptions): Promise<Reply<'runSchedule'>> {
    return this.callOperation('runSchedule', [schedule_id], {}, options)
  }

  /** List the runs of a schedule of the last 31 days, the newest first. `GET /schedules/{schedule_id}/runs` */
  runs(
    schedule_id: string,
    fields: Fields<'listScheduleRuns'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'listScheduleRuns'>> {
    return this.callOperation('listScheduleRuns', [schedule_id], fields, options)
  }

  /** Every entry of `runs`, page by page as they are asked for. */
  allRuns(
    schedule_id: string,
    fields: Fields<'listScheduleRuns'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listScheduleRuns', 'runs'>, void, undefined> {
    return this.turnPages('listScheduleRuns', [schedule_id], fields, options, {
      by: 'offset',
      entries: 'runs',
    })
  }
}
