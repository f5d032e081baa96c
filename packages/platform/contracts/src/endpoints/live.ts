import { z } from 'zod'
import { EVENT_STREAM, endpoint, NO_BODY } from '../endpoint.ts'
import { BatchCompleteEvent, BatchProgressEvent } from '../schemas/batches/events.ts'
import { CrawlCompleteEvent } from '../schemas/crawls/events.ts'

export const streamBatch = endpoint({
  method: 'GET',
  path: '/batch/{batch_id}/stream',
  summary: 'Follow a batch by server-sent events.',
  description: [
    "`progress` comes after every URL that has ended, `complete` last; then the stream ends. An event's `id` is its place in the batch's log: whoever comes back with `Last-Event-ID` gets every event after that one, and without it the stream begins at the log's start, also after the batch has ended. 204 means that there is nothing after that id, and tells an `EventSource` to stay away. A comment line comes every 15 seconds.",
    "A browser's `EventSource` sends no headers: it gives the key as `?api_key=`, and `?organization_id=` in place of `X-Organization-Id`. Such a key stands in no log of the service; proxies of your own in front of it may log it.",
  ].join('\n\n'),
  auth: 'apiKeyOrQueryKey',
  consent: 'work',
  params: z.object({ batch_id: z.string() }),
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

export const streamCrawl = endpoint({
  method: 'GET',
  path: '/crawl/{crawl_id}/stream',
  summary: 'Follow a crawl by server-sent events.',
  description:
    '`progress` comes after every page that has ended, `complete` last; as for a batch (`GET /batch/{batch_id}/stream`), but that `total` grows as pages are found.',
  auth: 'apiKeyOrQueryKey',
  consent: 'work',
  params: z.object({ crawl_id: z.string() }),
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
