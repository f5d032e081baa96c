/**
 * What pages were when their account last scraped them, for the format `change_tracking`: one version of each page, by account, address, tag and
 * login. Pages are compared where they are read (`packages/reading/extract`).
 */
export { createHistories, type Histories, type History, type TrackedScrape } from './histories.ts'
export { HistoryMoved, noteScrape } from './note-scrape.ts'
export { TRACKING_PURGES } from './purges.ts'
export { trackingFields } from './settings.ts'
export { isStartPage } from './start-page.ts'
