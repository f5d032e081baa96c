import { endpointsIn, FILE, NO_BODY } from '../endpoint.ts'
import { OF_WORK } from '../errors-of-work.ts'
import { inPath } from '../fields/ids.ts'
import { inWords, RETENTION } from '../limits.ts'
import {
  Monitor,
  MonitorChangeList,
  MonitorChangesQuery,
  MonitorChartQuery,
  MonitorCheck,
  MonitorCheckList,
  MonitorCreate,
  MonitorFieldHistory,
  MonitorFieldHistoryQuery,
  MonitorList,
  MonitorListQuery,
  MonitorPageList,
  MonitorSnapshot,
  MonitorSnapshotList,
  MonitorSnapshotsQuery,
  MonitorUpdate,
} from '../schemas/monitors/index.ts'
import { PageQuery } from '../schemas/page.ts'

const endpoint = endpointsIn('Monitors', 'Pages that are watched: what changed on them is told once.')

const params = inPath('monitor_id')

export const listMonitors = endpoint({
  method: 'GET',
  path: '/monitors',
  summary: "List the account's monitors, the oldest first.",
  auth: 'apiKeyOrBearer',
  query: MonitorListQuery,
  responses: { 200: MonitorList },
  errors: [],
})

export const createMonitor = endpoint({
  method: 'POST',
  path: '/monitors',
  summary: 'Have pages watched.',
  description:
    'Name what is watched by `url`, `urls`, `crawl`, `map` or `search`. Each check fetches the pages, and is paid like a request of its own. Pages that are new or changed are fetched once more: what differs between the two is noise, is kept as such, and is never told. The first check tells nothing.',
  auth: 'apiKeyOrBearer',
  body: MonitorCreate,
  responses: { 201: Monitor },
  errors: ['NOT_FOUND', ...OF_WORK],
})

export const getMonitor = endpoint({
  method: 'GET',
  path: '/monitors/{monitor_id}',
  summary: 'Read one of your monitors.',
  auth: 'apiKeyOrBearer',
  params,
  responses: { 200: Monitor },
  errors: ['NOT_FOUND'],
})

export const updateMonitor = endpoint({
  method: 'PATCH',
  path: '/monitors/{monitor_id}',
  summary: 'Change the named fields of a monitor. It then acts for you.',
  description:
    'Who changes `diff_mode`, `monitor_selectors`, `monitor_fields`, or which site or query is watched, begins anew: the next check tells nothing, and versions from before are gone.',
  auth: 'apiKeyOrBearer',
  params,
  body: MonitorUpdate,
  responses: { 200: Monitor },
  errors: ['NOT_FOUND', ...OF_WORK],
})

export const deleteMonitor = endpoint({
  method: 'DELETE',
  path: '/monitors/{monitor_id}',
  summary: 'Delete a monitor with all that it knows.',
  auth: 'apiKeyOrBearer',
  params,
  responses: { 204: NO_BODY },
  errors: ['NOT_FOUND'],
})

export const pauseMonitor = endpoint({
  method: 'POST',
  path: '/monitors/{monitor_id}/pause',
  summary: 'Pause a monitor. A check that waits is cancelled, one that goes on is not.',
  auth: 'apiKeyOrBearer',
  params,
  responses: { 200: Monitor },
  errors: ['NOT_FOUND'],
})

export const resumeMonitor = endpoint({
  method: 'POST',
  path: '/monitors/{monitor_id}/resume',
  summary: 'Let a paused monitor go on with its next time. It then acts for you.',
  auth: 'apiKeyOrBearer',
  params,
  responses: { 200: Monitor },
  errors: ['NOT_FOUND', ...OF_WORK],
})

export const checkMonitor = endpoint({
  method: 'POST',
  path: '/monitors/{monitor_id}/check',
  summary: 'Check now, also one that is paused. Its next time stays.',
  description: '409 while a check of it waits or fetches.',
  auth: 'apiKeyOrBearer',
  params,
  polled: ['/monitors/{monitor_id}/checks'],
  responses: { 202: MonitorCheck },
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const listMonitorChecks = endpoint({
  method: 'GET',
  path: '/monitors/{monitor_id}/checks',
  summary: `List the checks of a monitor of the last ${inWords(RETENTION.jobMs)}, the newest first.`,
  auth: 'apiKeyOrBearer',
  params,
  query: PageQuery,
  responses: { 200: MonitorCheckList },
  errors: ['NOT_FOUND'],
})

export const listMonitorPages = endpoint({
  method: 'GET',
  path: '/monitors/{monitor_id}/pages',
  summary: 'List the pages that a monitor knows, by address, with what of them is noise.',
  auth: 'apiKeyOrBearer',
  params,
  query: PageQuery,
  responses: { 200: MonitorPageList },
  errors: ['NOT_FOUND'],
})

export const resetMonitorNoise = endpoint({
  method: 'DELETE',
  path: '/monitors/{monitor_id}/noise',
  summary: 'Forget what of the pages is noise. It is learned anew.',
  auth: 'apiKeyOrBearer',
  params,
  responses: { 204: NO_BODY },
  errors: ['NOT_FOUND'],
})

export const listMonitorChanges = endpoint({
  method: 'GET',
  path: '/monitors/{monitor_id}/changes',
  summary: `List what a monitor has found in the last ${inWords(RETENTION.monitorMs)}, the newest first.`,
  auth: 'apiKeyOrBearer',
  params,
  query: MonitorChangesQuery,
  responses: { 200: MonitorChangeList },
  errors: ['NOT_FOUND'],
})

export const getMonitorChangePicture = endpoint({
  method: 'GET',
  path: '/monitors/{monitor_id}/changes/{change_id}/picture.png',
  summary: 'See a change: the page before and after beside each other, what differs outlined.',
  description:
    'Of monitors with `screenshots`. Large pages are made smaller. For programs that cannot send a header the key may stand in `?api_key=`.',
  auth: 'apiKeyOrQueryKey',
  params: inPath('monitor_id', 'change_id'),
  responses: { 200: FILE },
  contentTypes: ['image/png'],
  errors: ['NOT_FOUND'],
})

const ofField = inPath('monitor_id', 'field')

export const listMonitorFieldHistory = endpoint({
  method: 'GET',
  path: '/monitors/{monitor_id}/fields/{field}/history',
  summary: 'List the values that a field has had, the newest first.',
  description: `Of monitors with \`diff_mode\` "fields": every value that a check has found, also where nothing was told. The latest stays, others for ${inWords(RETENTION.monitorMs)}.`,
  auth: 'apiKeyOrBearer',
  params: ofField,
  query: MonitorFieldHistoryQuery,
  responses: { 200: MonitorFieldHistory },
  errors: ['NOT_FOUND'],
})

export const getMonitorFieldChart = endpoint({
  method: 'GET',
  path: '/monitors/{monitor_id}/fields/{field}/chart.svg',
  summary: 'See the values of a field as a chart (SVG), for an `<img>`.',
  description: 'It runs no script, and is dark where its viewer is. The key may stand in `?api_key=`.',
  auth: 'apiKeyOrQueryKey',
  params: ofField,
  query: MonitorChartQuery,
  responses: { 200: FILE },
  contentTypes: ['image/svg+xml'],
  errors: ['NOT_FOUND'],
})

export const listMonitorSnapshots = endpoint({
  method: 'GET',
  path: '/monitors/{monitor_id}/snapshots',
  summary: 'List the versions of pages that are kept, the newest first.',
  description: `A version is kept when it differs. The latest stays, others for ${inWords(RETENTION.monitorMs)}.`,
  auth: 'apiKeyOrBearer',
  params,
  query: MonitorSnapshotsQuery,
  responses: { 200: MonitorSnapshotList },
  errors: ['NOT_FOUND'],
})

export const getMonitorSnapshot = endpoint({
  method: 'GET',
  path: '/monitors/{monitor_id}/snapshots/{snapshot_id}',
  summary: 'Read one version of a page.',
  auth: 'apiKeyOrBearer',
  params: inPath('monitor_id', 'snapshot_id'),
  responses: { 200: MonitorSnapshot },
  errors: ['NOT_FOUND'],
})

export const getMonitorFeed = endpoint({
  method: 'GET',
  path: '/monitors/{monitor_id}/feed.atom',
  summary: 'What a monitor has found, as an Atom feed.',
  description: 'For programs that cannot send a header the key may stand in `?api_key=`.',
  auth: 'apiKeyOrQueryKey',
  params,
  responses: { 200: FILE },
  contentTypes: ['application/atom+xml'],
  errors: ['NOT_FOUND'],
})
