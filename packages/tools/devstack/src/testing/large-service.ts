import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { NO_SUCH_KEY } from '@gleaner/accounts/api-keys/verify-key'
import { scrapeResult } from '@gleaner/openapi/examples/scrape'

/** How much there is, and what goes wrong on the way. */
export interface LargeWork {
  /** Of a crawl or batch, or jobs of an account. */
  pages: number
  /** Characters of a page's Markdown. */
  size: number
  /** So many connections break in the middle of a line, each after so many pages. */
  breaks?: { times: number; after: number }
  /** The key is good for so many pages, whichever request they are of. */
  revokedAfter?: number
}

/** Answers as the service does about work that has ended and is larger than a fleet on one machine makes in the time of a test. */
export interface LargeService {
  url: string
  /** What was asked for, in its order: `GET /crawl/…?format=jsonl`. */
  asked: string[]
  close(): Promise<void>
}

const ID = '01a1b2c3-4d5e-7f60-8a9b-0c1d2e3f4a5b'
const TIME = '2026-11-28T10:00:00.000Z'

export async function startLargeService({
  pages,
  size,
  breaks = { times: 0, after: 0 },
  revokedAfter = Number.POSITIVE_INFINITY,
}: LargeWork): Promise<LargeService> {
  const asked: string[] = []
  const markdown = 'All that was written down. '.repeat(Math.ceil(size / 27)).slice(0, size)
  let given = 0
  let broken = 0

  /** Of each id the address says which one it is. */
  const pageAt = (at: number) => {
    const url = `https://example.com/${at}`
    const id = `019a9f3e-7c1a-7b2e-9d55-${String(at).padStart(12, '0')}`
    const result = { ...scrapeResult, job_id: id, url, final_url: url, content: { markdown } }
    return { id, job_id: id, url, mode: 'auto', status: 'completed', created_at: TIME, result }
  }
  const asCrawl = ({ id: _, mode: __, created_at: ___, ...page }: ReturnType<typeof pageAt>) => ({
    ...page,
    status: 'succeeded',
    depth: 0,
    source: 'link',
  })
  const counts = { total: pages, completed: pages, failed: 0, cancelled: 0, pending: 0 }

  const ROUTES: [RegExp, (response: ServerResponse, query: URLSearchParams, lastId: number) => unknown][] = [
    [/^POST \/batch$/, () => ({ ...BATCH, total_jobs: pages, total_urls: pages, job_ids: [] })],
    [
      /^POST \/crawl$/,
      () => ({
        ...CRAWL,
        status: 'discovering',
        estimated_pages: pages,
        total_enqueued: 1,
        message: '',
        poll_url: '',
      }),
    ],
    [/^GET \/(batch|crawl)\/[^/]+\/stream$/, streamLog],
    [/^GET \/batch\/[^/]+\/results$/, (response, query) => sendLines(response, query, pageAt)],
    [/^GET \/batch\//, () => ({ ...BATCH, ...counts, total_urls: pages })],
    [
      /^GET \/crawl\//,
      (response, query) =>
        query.get('format') === 'jsonl'
          ? sendLines(response, query, (at) => asCrawl(pageAt(at)))
          : {
              ...CRAWL,
              ...counts,
              pages_total: pages,
              pages_scraped: pages,
              pages_failed: 0,
              discovered: pages,
            },
    ],
    [/^GET \/jobs$/, (_, query) => listJobs(query)],
    [/^GET \/jobs\//, () => pageAt(0)],
  ]

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
    const route = `${request.method} ${pathname.replace('/api/v1', '')}`
    asked.push(`${route}?${searchParams}`)
    if (given >= revokedAfter) {
      sendJson(response, 401, REVOKED)
      return
    }
    const lastId = Number(request.headers['last-event-id'] ?? 0)
    const body = ROUTES.find(([form]) => form.test(route))?.[1](response, searchParams, lastId)
    if (body !== undefined) sendJson(response, 200, body)
  }

  /** A page of a list, as long as it asks for. */
  function listJobs(query: URLSearchParams): object {
    const [offset, limit] = [Number(query.get('cursor')), Number(query.get('limit') ?? 20)]
    const jobs = Array.from({ length: Math.min(limit, pages - offset) }, (_, at) => {
      const { result: _result, ...job } = pageAt(offset + at)
      return { ...job, tier: '1', credits: 1, duration_ms: 1, completed_at: TIME, cached: false, test: false }
    })
    given += jobs.length
    const next = offset + jobs.length
    return { jobs, limit, next_cursor: next < pages ? String(next) : null }
  }

  /** One event for each page, and that of the end. */
  function streamLog(response: ServerResponse, _: URLSearchParams, lastId: number): undefined {
    const breaksAt = broken < breaks.times ? lastId + breaks.after : pages
    if (breaksAt < pages) broken++
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    for (let at = lastId; at < breaksAt; at++) {
      const { url: latest_url, job_id } = pageAt(at)
      const data = { completed: at + 1, failed: 0, total: pages, pending: pages - at - 1, latest_url, job_id }
      response.write(eventOf(at + 1, 'progress', { ...data, latest_status: 'succeeded' }))
    }
    if (breaksAt < pages) response.write('id: 9', () => response.destroy())
    else response.end(eventOf(pages + 1, 'complete', { status: 'completed', ...counts }))
  }

  function sendLines(
    response: ServerResponse,
    query: URLSearchParams,
    lineAt: (at: number) => object,
  ): undefined {
    const from = Number(query.get('offset') ?? 0)
    const to = Math.min(pages, from + Number(query.get('limit') ?? pages))
    const breaksAt = broken < breaks.times ? from + breaks.after : to
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' })
    void (async () => {
      for (let at = from; at < to && !response.destroyed; at++) {
        const line = `${JSON.stringify(lineAt(at))}\n`
        const isCut = at >= breaksAt || given >= revokedAfter
        if (at >= breaksAt) broken++
        await new Promise((resolve) => response.write(isCut ? line.slice(0, line.length / 2) : line, resolve))
        if (isCut) return response.destroy()
        given++
      }
      response.end()
    })()
  }

  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function eventOf(id: number, event: string, data: object): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

const REVOKED = { error: 'UNAUTHENTICATED', message: NO_SUCH_KEY, request_id: 'req_1' }

const BATCH = {
  batch_id: `batch_${ID}`,
  status: 'completed',
  created_at: TIME,
  completed_at: TIME,
  cancelled_at: null,
  estimated_credits: 1,
  credits_used: 1,
  webhook_url: null,
  webhook_status: null,
  webhook_attempts: 0,
  items: [],
}

const CRAWL = {
  crawl_id: ID,
  url: scrapeResult.url,
  status: 'completed',
  created_at: TIME,
  completed_at: TIME,
  cancelled_at: null,
  end_reason: null,
  paused_reason: null,
  webhook_url: null,
  max_pages: 10_000,
  estimated_credits: 1,
  credits_used: 1,
  skipped: {},
  traps: [],
  site: {},
}
