/**
 * Maps of sites: `life` is what becomes of one between request and reply, `read` finds the addresses, `rank` orders them by a search, `reply`
 * writes them down, and `worker` does all that for the maps that are on the queue.
 */
export { type ReadSite, readSite } from './read/read-site.ts'
export type { PageAnswer, SiteAccess, SiteRobots } from './read/site-access.ts'
export type { SiteQuestion } from './read/site-question.ts'
export { createMapWorker, type MapWorker, type MapWorkerOptions } from './worker/map-worker.ts'
export { createNetworkAccess, type NetworkAccess } from './worker/network-access.ts'
export { sampleAccess } from './worker/sample-access.ts'
