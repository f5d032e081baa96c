import { AddressNotAllowed, type Egress } from '@gleaner/egress'
import { createOriginCredentials, failureOf, isRedirect, locationOf } from '@gleaner/http-tiers'
import type { ProxyDispatchers } from '@gleaner/http-tiers/curl'
import { plainHeaders } from '@gleaner/http-tiers/curl'
import type { Dispatcher } from 'undici'
import {
  FILE_TIMEOUT_MS,
  HEAD_TIMEOUT_MS,
  MAX_REDIRECTS,
  MIN_BYTES_A_SECOND,
  SILENCE_TIMEOUT_MS,
} from '../limits.ts'
import { ReadProblem } from '../problem.ts'

/** The way to sites: everything here goes through the egress guard. */
export interface Network {
  egress: Egress
  direct: Dispatcher
  proxied: ProxyDispatchers
  userAgent: string
}

/** How one site is asked. */
export interface SiteAccess {
  /** Ends everything that is under way. */
  signal: AbortSignal
  /** The login of the site's address as the value of an `Authorization` header, sent to the asked origin only. */
  login?: { origin: string; authorization: string } | undefined
  /** The URL of a proxy to go through. */
  proxy?: string | undefined
}

export interface OpenedFile {
  /** After redirects. */
  url: URL
  status: number
  contentType: string | undefined
  contentEncoding: string | undefined
  /** Its bytes, to be read once, or left by `close`. Throws ReadProblem when they break off or the time is over. */
  chunks: AsyncIterable<Uint8Array>
  close(): void
}

/** Asks for a file, by GET, with redirects followed and each address checked. Throws ReadProblem when nothing comes. */
export async function openFile(network: Network, address: string, access: SiteAccess): Promise<OpenedFile> {
  const deadline = AbortSignal.timeout(FILE_TIMEOUT_MS)
  const signal = AbortSignal.any([access.signal, deadline])
  const dispatcher = access.proxy === undefined ? network.direct : network.proxied.dispatcherFor(access.proxy)
  let url = checked(network.egress, address)
  const credentials = createOriginCredentials(
    new URL(access.login?.origin ?? url.origin),
    access.login?.authorization,
  )

  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = await send(dispatcher, url, headersFor(network, credentials.headerFor(url)), signal)
    const { statusCode: status, headers, body } = response
    const locations = [headers.location ?? []].flat()
    if (!isRedirect(status, locations)) {
      return {
        url,
        status,
        contentType: textOf(headers['content-type']),
        contentEncoding: textOf(headers['content-encoding']),
        chunks: readBody(body, signal),
        close: () => void body.destroy(),
      }
    }
    body.destroy()
    const next = locationOf(locations, url)
    if (next === undefined)
      throw new ReadProblem('network_error', 'The target redirects to an invalid address')
    url = credentials.takeFromUrl(checked(network.egress, next.href))
  }
  throw new ReadProblem('not_found', `The target redirects more than ${MAX_REDIRECTS} times`)
}

function headersFor({ userAgent }: Network, authorization: string | undefined): string[] {
  const headers = plainHeaders(userAgent, {})
  return [...headers, ...(authorization === undefined ? [] : [['authorization', authorization]])].flat()
}

async function send(
  dispatcher: Dispatcher,
  url: URL,
  headers: string[],
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  try {
    const response = await dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers,
      signal,
      headersTimeout: HEAD_TIMEOUT_MS,
      bodyTimeout: SILENCE_TIMEOUT_MS,
    })
    // A body that is left half-read says so by an error.
    response.body.on('error', () => {})
    return response
  } catch (error) {
    throw problemOf(error, signal)
  }
}

async function* readBody(
  body: Dispatcher.ResponseData['body'],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    const start = performance.now()
    let size = 0
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      size += chunk.length
      const seconds = (performance.now() - start) / 1000
      if (seconds * 1000 > SILENCE_TIMEOUT_MS && size < seconds * MIN_BYTES_A_SECOND)
        throw new ReadProblem('timeout', 'The target sends it too slowly')
      yield chunk
    }
  } catch (error) {
    throw error instanceof ReadProblem ? error : problemOf(error, signal)
  } finally {
    body.destroy()
  }
}

/** Silence and the end of the time, by undici's codes and ours; all else as tier 1 names it. */
function problemOf(error: unknown, signal: AbortSignal): ReadProblem {
  const { code = '' } = error as NodeJS.ErrnoException
  if (signal.aborted || /^UND_ERR_(?:HEADERS|BODY|CONNECT)_TIMEOUT$/.test(code))
    return new ReadProblem('timeout', 'The target did not send it in time')
  const { reason, detail } = failureOf(error, true)
  return new ReadProblem(reason === 'not_allowed' ? 'not_allowed' : 'network_error', detail)
}

function checked(egress: Egress, address: string): URL {
  try {
    return egress.checkUrl(address)
  } catch (error) {
    if (error instanceof AddressNotAllowed) throw new ReadProblem('not_allowed', error.message)
    throw error
  }
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}
