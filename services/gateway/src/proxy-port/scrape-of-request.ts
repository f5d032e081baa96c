import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import {
  ApiError,
  type Format,
  invalidRequest,
  METHODS,
  ScrapeOptions,
  ScrapeRequest,
  scrapeOfTexts,
} from '@gleaner/contracts'
import { parsePart } from '@gleaner/http-api'
import type { ProxiedRequest } from './proxied-request.ts'

/** What a client says to the target on purpose. What else it sends is how it is known for a program, and not passed on. */
const PASSED_ON =
  /^(authorization|accept-language|referer|origin|x-(?!forwarded|real-ip|service-|request-id).+)$/

/** The scrape that a request through the proxy is, and what of its page is the reply's body. */
export function scrapeOfRequest(
  { method, url, headers, login }: ProxiedRequest,
  body: Buffer,
): { scrape: ScrapeRequest; format: Format } {
  const options = parsePart(ScrapeOptions, login.options, 'options') as {
    format?: Format
    formats?: unknown
    sync?: boolean
  }
  if (options.formats !== undefined || options.sync === false)
    throw invalidRequest(
      [
        {
          path: 'options',
          message: 'a proxy answers with one page: leave formats and sync out, or name one format',
        },
      ],
      'options',
    )
  if (!(METHODS as readonly string[]).includes(method))
    throw new ApiError(
      'METHOD_NOT_ALLOWED',
      `${method} does not go through this proxy; it takes ${METHODS.join(', ')}.`,
    )
  const format = options.format ?? 'raw'
  const asked = scrapeOfTexts(login.options)
  const { cookies, ...advanced } = { ...(asked.advanced as object), ...passedOn(headers, asked) } as Record<
    string,
    unknown
  >
  const scrape = parsePart(
    ScrapeRequest,
    {
      ...asked,
      url,
      method,
      formats: [format],
      ...(Object.keys(advanced).length > 0 && { advanced }),
      ...(cookies !== undefined && { cookies }),
      ...sentBody(method, headers, body),
    },
    'options',
  ) as ScrapeRequest
  return { scrape, format }
}

function passedOn(headers: IncomingHttpHeaders, asked: Record<string, unknown>): Record<string, unknown> {
  const own = Object.entries(headers).filter(([name]) => PASSED_ON.test(name))
  const given = (asked.advanced as { session_headers?: object } | undefined)?.session_headers ?? asked.headers
  return {
    ...(own.length > 0 && {
      session_headers: {
        ...Object.fromEntries(own.map(([name, value]) => [name, String(value)])),
        ...(given as object),
      },
    }),
    ...(headers.cookie && asked.cookies === undefined && { cookies: headers.cookie }),
  }
}

function sentBody(method: string, headers: IncomingHttpHeaders, body: Buffer): Record<string, unknown> {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (body.length === 0) return method === 'POST' ? { content_type: type ?? 'text/plain' } : {}
  if (!isUtf8(body))
    throw invalidRequest(
      [{ path: 'body', message: 'must be text in UTF-8: files cannot be sent through the proxy' }],
      'body',
    )
  return { body: body.toString('utf8'), ...(type !== undefined && { content_type: type }) }
}
