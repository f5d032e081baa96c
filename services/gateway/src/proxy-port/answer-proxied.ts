import { ENDPOINTS, endpoint, HEADERS, LIMITS } from '@gleaner/contracts'
import type { EndpointHandler } from '@gleaner/http-api'
import type { Response } from 'express'
import type { Context } from '../context.ts'
import { sendContent } from '../pages/send-content.ts'
import { readBytes } from '../read-bytes.ts'
import { runScrape } from '../run-scrape.ts'
import { throwFailure } from '../send-finished.ts'
import { proxiedRequestOf } from './proxied-request.ts'
import { scrapeOfRequest } from './scrape-of-request.ts'

/** What every request through the proxy becomes: admitted, limited and billed as POST /scrape. */
export const PROXIED = endpoint({
  area: { name: 'Scrape' },
  method: 'POST',
  path: '/proxied',
  summary: 'A request through the proxy port.',
  auth: 'apiKeyOrBearer',
  consent: ENDPOINTS.postScrape.consent,
  takesSlot: true,
  idempotent: true,
  responses: {},
  errors: ENDPOINTS.postScrape.errors,
  errorFormat: 'text',
})

export const answerProxied: EndpointHandler<Context, typeof PROXIED> = async (ctx, call) => {
  const proxied = proxiedRequestOf(call.request)
  const body = await readBytes(call.request, LIMITS.targetBody)
  const { scrape, format } = scrapeOfRequest(proxied, body)
  await runScrape(
    ctx,
    { ...call, body: scrape },
    async (_ctx, _call, job) => {
      if (job.row.status !== 'completed') throwFailure(job)
      await sendContent(ctx, call, job, format, (response, values) => {
        response.status(Number(values.status_code))
        if (format === 'raw') passOn(response, values.headers as Record<string, string>)
      })
    },
    tookTooLong,
  )
}

/** What is said of the body as it came, which is not how it goes on; and of one connection. */
const NOT_PASSED_ON: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'alt-svc',
])

/** The target's own headers, in place of those that keep pages of ours apart. */
function passOn(response: Response, headers: Record<string, string>): void {
  response.removeHeader('Content-Security-Policy')
  for (const [name, value] of Object.entries(headers))
    if (!NOT_PASSED_ON.has(name) && !name.startsWith('x-service-'))
      response.setHeader(name, name === 'set-cookie' ? value.split('\n') : value)
}

function tookTooLong(response: Response, jobId: string): void {
  response.setHeader(HEADERS.jobId, jobId)
  response
    .status(504)
    .type('text/plain')
    .send(
      `The page is not there yet: collect it with GET /jobs/${jobId}, or send the request again with the option cache=true.\n`,
    )
}
