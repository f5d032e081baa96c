import { z } from 'zod'
import { EVENT_STREAM, endpointsIn, NO_BODY } from '../../endpoint.ts'
import { inPath } from '../../fields/ids.ts'
import { BatchCompleteEvent, BatchProgressEvent } from '../../schemas/batches/events.ts'
import { CrawlCompleteEvent } from '../../schemas/crawls/events.ts'
import {
  FeedBatchEvent,
  FeedCrawlEvent,
  FeedJobEvent,
  FeedQuery,
  FeedSubscribedEvent,
} from '../../schemas/live-messages.ts'

const batchEndpoint = endpointsIn('Batches')
const crawlEndpoint = endpointsIn('Crawls')
const jobEndpoint = endpointsIn('Jobs')

export const streamBatch = batchEndpoint({
  method: 'GET',
  path: '/batch/{batch_id}/stream',
  summary: 'Follow a batch by server-sent events.',
  description: [
    "`progress` comes after every item that has ended, `complete` last; then the stream ends. The `id` of an event is its place in the batch's log. A client that comes back with `Last-Event-ID` gets every event after that one; without it the stream begins at the start of the log, also after the batch has ended. 204: there is nothing after that id. 400: this stream never gave that id. Cancelled items are counted in `complete` alone.",
    'A comment line comes every 15 seconds. A stream takes no slot; an account may have 1,000 open at each server (429 `CONCURRENCY_LIMITED`). It ends within seconds when its key is revoked, and after 30 seconds in which the client takes nothing. Over HTTP/1.1 browsers open six connections to a host; HTTP/2 has no such bound.',
    "A browser's `EventSource` sends no headers: it gives the key as `?api_key=`, and `?organization_id=` in place of `X-Organization-Id`. The service does not log such a key; proxies in front of it may.",
  ].join('\n\n'),
  auth: 'apiKeyOrQueryKey',
  consent: 'work',
  params: inPath('batch_id'),
  query: z.object({
    last_event_id: z
      .string()
      .optional()
      .describe('For clients that cannot send `Last-Event-ID`, which goes first.'),
  }),
  responses: { 200: EVENT_STREAM, 204: NO_BODY },
  events: { progress: BatchProgressEvent, complete: BatchCompleteEvent },
  errors: ['NOT_FOUND'],
})

export const streamCrawl = crawlEndpoint({
  method: 'GET',
  path: '/crawl/{crawl_id}/stream',
  summary: 'Follow a crawl by server-sent events.',
  description:
    'As for a batch (`GET /batch/{batch_id}/stream`): `progress` after every page that has ended, `complete` last. `total` grows as pages are found.',
  auth: 'apiKeyOrQueryKey',
  consent: 'work',
  params: inPath('crawl_id'),
  query: z.object({
    last_event_id: z
      .string()
      .optional()
      .describe('For clients that cannot send `Last-Event-ID`, which goes first.'),
  }),
  responses: { 200: EVENT_STREAM, 204: NO_BODY },
  events: { progress: BatchProgressEvent, complete: CrawlCompleteEvent },
  errors: ['NOT_FOUND'],
})

export const streamEvents = jobEndpoint({
  method: 'GET',
  path: '/events',
  summary: 'Follow all that ends in your account by server-sent events.',
  description:
    "`subscribed` comes first, then one event for each job, batch and crawl as it ends, in this order: the data is the message of the WebSocket's feed. The stream ends when its caller does. A client that comes back with `Last-Event-ID`, or with `cursor`, misses nothing and gets nothing twice. An account may have 10 open at each server, its WebSockets' feeds counted (429 `CONCURRENCY_LIMITED`). Otherwise as for a batch (`GET /batch/{batch_id}/stream`).",
  auth: 'apiKeyOrQueryKey',
  query: FeedQuery,
  responses: { 200: EVENT_STREAM },
  events: {
    subscribed: FeedSubscribedEvent,
    job_update: FeedJobEvent,
    batch_update: FeedBatchEvent,
    crawl_update: FeedCrawlEvent,
  },
  errors: [],
})
