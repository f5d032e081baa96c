import { endpointsIn, NO_BODY } from '../endpoint.ts'
import { OF_WORK } from '../errors-of-work.ts'
import { inPath } from '../fields/ids.ts'
import { inWords, RETENTION } from '../limits.ts'
import { PageQuery } from '../schemas/page.ts'
import { Schedule, ScheduleList, ScheduleRun, ScheduleRunList } from '../schemas/schedule-replies.ts'
import { ScheduleCreate, ScheduleListQuery, ScheduleUpdate } from '../schemas/schedules.ts'

const endpoint = endpointsIn('Schedules', 'Batches, crawls, maps and searches that are made again and again.')

const params = inPath('schedule_id')

export const listSchedules = endpoint({
  method: 'GET',
  path: '/schedules',
  summary: "List the account's schedules, the oldest first.",
  auth: 'apiKeyOrBearer',
  query: ScheduleListQuery,
  responses: { 200: ScheduleList },
  errors: [],
})

export const createSchedule = endpoint({
  method: 'POST',
  path: '/schedules',
  summary: 'Have a batch, a crawl, a map or a search made again and again.',
  description:
    'Name what runs by `urls`, `crawl`, `map` or `search`, and when by `schedule`. Each run is checked and paid as if it were sent then, on behalf of who made, changed or resumed the schedule last. A run that is due while the one before goes on is skipped. After a standstill of the service one late run is made.',
  auth: 'apiKeyOrBearer',
  body: ScheduleCreate,
  responses: { 201: Schedule },
  errors: ['NOT_FOUND', ...OF_WORK],
})

export const getSchedule = endpoint({
  method: 'GET',
  path: '/schedules/{schedule_id}',
  summary: 'Read one of your schedules.',
  auth: 'apiKeyOrBearer',
  params,
  responses: { 200: Schedule },
  errors: ['NOT_FOUND'],
})

export const updateSchedule = endpoint({
  method: 'PATCH',
  path: '/schedules/{schedule_id}',
  summary: 'Change the named fields of a schedule. It then acts for you.',
  description:
    '`crawl`, `map`, `search` or `urls` replace what ran before. A run that goes on is not changed.',
  auth: 'apiKeyOrBearer',
  params,
  body: ScheduleUpdate,
  responses: { 200: Schedule },
  errors: ['NOT_FOUND', ...OF_WORK],
})

export const deleteSchedule = endpoint({
  method: 'DELETE',
  path: '/schedules/{schedule_id}',
  summary: 'Delete a schedule and the list of its runs. What a run has begun goes on.',
  auth: 'apiKeyOrBearer',
  params,
  responses: { 204: NO_BODY },
  errors: ['NOT_FOUND'],
})

export const pauseSchedule = endpoint({
  method: 'POST',
  path: '/schedules/{schedule_id}/pause',
  summary: 'Pause a schedule. A run that waits is cancelled, one that goes on is not.',
  auth: 'apiKeyOrBearer',
  params,
  responses: { 200: Schedule },
  errors: ['NOT_FOUND'],
})

export const resumeSchedule = endpoint({
  method: 'POST',
  path: '/schedules/{schedule_id}/resume',
  summary: 'Let a paused schedule go on with its next time. It then acts for you.',
  auth: 'apiKeyOrBearer',
  params,
  responses: { 200: Schedule },
  errors: ['NOT_FOUND', ...OF_WORK],
})

export const runSchedule = endpoint({
  method: 'POST',
  path: '/schedules/{schedule_id}/run',
  summary: 'Run a schedule now, also one that is paused. Its next time stays.',
  description: '409 while a run of it waits or goes on.',
  auth: 'apiKeyOrBearer',
  params,
  polled: ['/schedules/{schedule_id}/runs'],
  responses: { 202: ScheduleRun },
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const listScheduleRuns = endpoint({
  method: 'GET',
  path: '/schedules/{schedule_id}/runs',
  summary: `List the runs of a schedule of the last ${inWords(RETENTION.jobMs)}, the newest first.`,
  auth: 'apiKeyOrBearer',
  params,
  query: PageQuery,
  responses: { 200: ScheduleRunList },
  errors: ['NOT_FOUND'],
})
