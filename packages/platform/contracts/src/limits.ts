import { DAY_MS, HOUR_MS, MEGABYTE, MINUTE_MS } from '@gleaner/runtime/units'

/** Limits of the API. Sizes in bytes unless the name says otherwise. */
export const LIMITS = {
  urlChars: 8192,
  requestBody: MEGABYTE,
  targetBody: MEGABYTE,
  targetBodyHighVolume: 10 * MEGABYTE,
  responseBody: 50 * MEGABYTE,
  extractionSchema: 64 * 1024,
  extractionSchemaDepth: 32,
  /** Levels of a whole request; the deepest that is allowed anywhere is the schema. */
  requestDepth: 64,
  /** Values and twice the names of a request without its extraction schema: some 700 are of use. */
  requestParts: 4_000,
  /** The same of the cookies of a session: 40 for each that an import may have. */
  importedCookieParts: 40_000,
  /** The same of the urls of a batch: 200 for each. */
  batchParts: 200_000,
  /** The same of an extraction schema: more than 64 KB can hold. */
  extractionSchemaParts: 40_000,
  /** A text or name of a request as it is written, but for bodies, contents and imported cookies. */
  requestText: 64 * 1024,
  /** All selectors of a request together, in characters, and how deep one may nest (`:not(:is(...))`). */
  selectorChars: 16 * 1024,
  selectorDepth: 10,
  customHeaders: 32 * 1024,
  extractionPromptChars: 4_000,
  /** What POST /extract takes, decoded, and what it gives. */
  extractContent: 5 * MEGABYTE,
  extractResult: 10 * MEGABYTE,
  inlineCookies: 100,
  /** One cookie's, as browsers keep it (RFC 6265bis section 5.6), and all of one session's together. */
  cookieValue: 4096,
  cookieNameChars: 512,
  sessionCookies: 128 * 1024,
  /** What one session keeps of the storage that scripts of its site write, of all origins together. */
  sessionStorage: { origins: 20, bytes: 512 * 1024 },
  /** Lines or entries of an import, most of which may be cookies of other sites; and bytes of one that is a text. */
  importedCookies: 1_000,
  importedText: 512 * 1024,
  templateFields: 50,
  /** A file that is sent to be read. */
  parseFile: 10 * MEGABYTE,
  filenameChars: 255,
  /** Bytes of a body that stand in a reply; those of a larger one are a file. */
  inlineBytes: MEGABYTE,
  /** The largest window, in CSS pixels: that of a screen of 1,920 by 1,080 less a panel and the frame. */
  viewport: { width: 1920, height: 940 },
  /** Characters of a script that an action runs, and of its value as JSON. */
  scriptChars: 10_000,
  scriptValueChars: 64 * 1024,
  /** Selectors that choose what is read of a page, of either kind. */
  pageSelectors: 50,
  /** What a template reads, as JSON in bytes: every job that uses it keeps it. */
  templateBytes: 32 * 1024,
  sessionNotesChars: 1_000,
  inlineHeaders: 50,
  /** Of a receiver's own headers: how many, characters of one's name and value, and bytes of all. */
  webhookHeaders: { count: 20, nameChars: 100, valueChars: 4_096, bytes: 16 * 1024 },
  timeBudgetSeconds: { min: 5, max: 300 },
  timeoutSeconds: { min: 1, max: 300, default: 90, asyncDefault: 300 },
  cacheTtlSeconds: { min: 60, max: 86_400, default: 3600 },
  syncWaitMaxMs: 120_000,
  syncWaitGraceMs: 5_000,
  waitForMs: { default: 30_000, max: 60_000 },
  actions: 50,
  scrollCount: 50,
  searchQueryChars: 500,
  searchResults: { max: 50, default: 10 },
  searchPages: 10,
  /** Results that a search scrapes while its caller waits; with more it answers 202. */
  searchScrapesAwaited: 5,
  batchUrls: 1_000,
  /** Of the history of jobs: of a page, of the text that addresses hold, and the jobs that one request looks through. */
  jobList: { pageRows: 100, textChars: 200, lookedThrough: 10_000 },
  /** Of a page of deliveries, of those that one request looks through or replays, and of a body that stands in a reply. */
  webhookDeliveries: { pageRows: 100, lookedThrough: 10_000, replayed: 1_000, shownBodyBytes: 64 * 1024 },
  usageReport: { rows: { default: 1_000, max: 10_000 } },
  /** Of `GET /usage/caps`: so many jobs are replayed in a fraction of a second. */
  usageCaps: { jobs: 20_000 },
  /** What callers call their work by. */
  labels: { externalIdChars: 255, metadataBytes: 4_096 },
  /** What a batch says for all its items, times their number: it is stored for each. */
  batchCommonBytes: 16 * MEGABYTE,
  batchListEntries: 50,
  batchAnalyticsDays: 90,
  /** Entries of a list that may be passed over. */
  listOffset: 1_000_000,
  /** Results that come with the status of a batch, in bytes. */
  batchInlineResults: 4 * MEGABYTE,
  crawlPages: { default: 50, max: 100_000 },
  crawlDepth: { default: 3, max: 20 },
  crawlConcurrency: { default: 10, max: 50 },
  crawlDelaySeconds: 30,
  crawlPatterns: 100,
  crawlPatternChars: 500,
  crawlsAtOnce: 5,
  /** A crawl that is not done by then has waited for money, or for a target that lets hardly anybody in. */
  crawlMs: DAY_MS,
  /** How long an export may take, from its acceptance. */
  exportMs: 6 * HOUR_MS,
  /** A stored page above this is exported as a link to its result. */
  exportPageBytes: 16 * MEGABYTE,
  /** Objects that are shown of an export. */
  exportObjects: 100,
  /** Addresses of a map, and how far from the start page. */
  /** Of the addresses that a crawl has left out: how many are kept for each reason, and how long one may be. */
  crawlLeftOut: 100,
  crawlLeftOutChars: 2_000,
  /** Addresses of a crawl that wait, as they are shown. */
  crawlWaiting: 200,
  mapPages: { default: 500, max: 100_000 },
  mapDepth: { max: 10 },
  mapSearchChars: 500,
  mapTimeoutSeconds: 60,
  schedules: 1_000,
  scheduleNameChars: 255,
  /** Of a text that says when. */
  scheduleTextChars: 200,
  scheduleLeastGapMs: 5 * MINUTE_MS,
  /** So long a due run waits for its account to have room for it. */
  scheduleWaitMs: HOUR_MS,
  monitors: 1_000,
  monitorGroups: 100,
  /** Pages that a monitor watches, and selectors or fields of each. */
  monitorPages: 1_000,
  monitorSelectors: 20,
  /** Texts of a filter. */
  monitorTexts: 50,
  monitorTextChars: 500,
  /** Values of a field that are listed at once. */
  monitorValues: 1_000,
  /** Changes that a webhook tells of a check; the list has all of them. */
  monitorChangesSent: 50,
  webhookUrlChars: 2_048,
  /** Of the name of a history of a page. */
  changeTrackingTagChars: 128,
  ragChunkTokens: { min: 64, max: 8192, default: 512 },
  /** An item that found no turn for so long ends without one. */
  waitForAdmissionMs: DAY_MS,
} as const

export const RETENTION = {
  /** How long a finished job's result can be read, how long its id is then remembered, and how long its row is kept for both. */
  resultMs: DAY_MS,
  expiredJobMs: 30 * DAY_MS,
  jobMs: 31 * DAY_MS,
  /** An Idempotency-Key is free again after this time. */
  keyMs: DAY_MS,
  /** Changes of monitors, and versions of pages but for the latest. */
  monitorMs: 90 * DAY_MS,
  /** What `change_tracking` compares with: the last version of a page, from its last scrape on. */
  changeTrackingMs: 90 * DAY_MS,
  /** How long a webhook secret signs after it was replaced. */
  replacedSecretMs: DAY_MS,
} as const

/** A length of time for people: hours up to a day, then days. */
export function inWords(ms: number): string {
  const [count, unit] = ms > DAY_MS ? [ms / DAY_MS, 'day'] : [ms / HOUR_MS, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
