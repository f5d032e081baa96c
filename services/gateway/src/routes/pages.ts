import {
  ApiError,
  type Format,
  HEADERS,
  ScrapeOptions,
  ScrapeRequest,
  type SentLabels,
  scrapeOfTexts,
} from '@gleaner/contracts'
import { parsePart } from '@gleaner/http-api'
import type { Response } from 'express'
import type { Context } from '../context.ts'
import type { Handler } from '../handler.ts'
import { addressInPath } from '../pages/address-in-path.ts'
import { formatOf } from '../pages/format-of.ts'
import { optionsOfHeaders } from '../pages/reader-headers.ts'
import { sendContent } from '../pages/send-content.ts'
import { openAuthority } from '../proxy-port/proxy-server.ts'
import { runScrape, type ScrapeCall, sendAccepted } from '../run-scrape.ts'
import { sendFinished, throwFailure } from '../send-finished.ts'

/** GET /scrape?url=: POST /scrape with its options as texts, answered with the page alone. */
export const getPage: Handler<'getPage'> = async (ctx, call) => {
  const format = formatOf(call.request, call.query as { format?: Format; formats?: unknown })
  await answerPage(ctx, call, call.request.query, format)
}

/** GET /r/{url}: the same with the address as the path. */
export const readAddress: Handler<'readAddress'> = async (ctx, call) => {
  const { texts, warnings } = optionsOfHeaders(call.request)
  const options = parsePart(ScrapeOptions, texts, 'options') as { format?: Format; formats?: unknown }
  await answerPage(
    ctx,
    call,
    { ...texts, url: addressInPath(call.request.originalUrl) },
    formatOf(call.request, options),
    warnings,
  )
}

/** GET /proxy/ca.pem. */
export const getProxyCertificate: Handler<'getProxyCertificate'> = async (ctx, { response }) => {
  if (ctx.config.PROXY_MODE_PORT === undefined)
    throw new ApiError('NOT_FOUND', 'This server has no proxy port (PROXY_MODE_PORT).')
  const { certificate } = await openAuthority(ctx)
  response.attachment('gleaner-proxy-ca.pem').type('application/x-pem-file').send(certificate)
}

async function answerPage(
  ctx: Context,
  call: Omit<ScrapeCall, 'body'>,
  texts: Record<string, unknown>,
  format: Format | undefined,
  more: readonly string[] = [],
): Promise<void> {
  const asked = { ...scrapeOfTexts(texts), ...(format && { formats: [format] }) }
  const body = parsePart(ScrapeRequest, asked, 'query') as ScrapeRequest
  if (more.length > 0) body.warnings = [...(body.warnings ?? []), ...more]
  await runScrape(
    ctx,
    { ...call, body },
    async (_ctx, _call, job) => {
      if (job.row.status !== 'completed') throwFailure(job)
      if (format) await sendContent(ctx, call, job, format)
      else await sendFinished(ctx, call, job)
    },
    acceptedLater,
  )
}

/** Seconds after which it is worth asking for a job that took longer than its request. */
const RETRY_AFTER_SECONDS = 5

function acceptedLater(response: Response, jobId: string, labels: SentLabels): void {
  response.setHeader(HEADERS.jobId, jobId)
  response.setHeader(HEADERS.retryAfter, RETRY_AFTER_SECONDS)
  sendAccepted(response, jobId, labels)
}
