import { request as httpRequest, type IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { API_ROOT, ApiError, type Endpoint, REALTIME_ENDPOINTS } from '@gleaner/contracts'
import {
  abortResponse,
  ClientClosed,
  clientClosedSignal,
  refuseOtherMethods,
  requestIdOf,
  routePath,
} from '@gleaner/http-api'
import type { Request, Response, Router } from 'express'
import type { Context } from './context.ts'

/** Until the realtime service has to answer. In ms. */
const ANSWER_MS = 10_000

/** What a request may carry on besides who calls: headers that only a proxy may set are not taken from the caller. */
const CARRIED = [
  'accept',
  'authorization',
  'last-event-id',
  'origin',
  'user-agent',
  'x-api-key',
  'x-organization-id',
] as const

/** Headers of one connection (RFC 9110, 7.6.1), and those that this side has set already. */
const OWN = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade', 'date'])

/**
 * Passes requests for what the realtime service answers on to it, event by event, so that one port serves everything where no edge stands
 * in front. That service checks who calls, and takes the tokens.
 */
export function forwardStreams(
  router: Router,
  ctx: Pick<Context, 'config' | 'logger' | 'forwarded'>,
  endpoints: readonly Endpoint[] = Object.values(REALTIME_ENDPOINTS),
): void {
  for (const endpoint of endpoints) {
    const method = endpoint.method.toLowerCase() as Lowercase<Endpoint['method']>
    router[method](routePath(endpoint), async (request: Request, response: Response) => {
      ctx.forwarded.add(response)
      response.once('close', () => ctx.forwarded.delete(response))
      await forward(ctx, endpoint, request, response)
    })
    refuseOtherMethods(router, routePath(endpoint), [endpoint.method])
  }
}

async function forward(
  { config, logger }: Pick<Context, 'config' | 'logger'>,
  endpoint: Endpoint,
  request: Request,
  response: Response,
): Promise<void> {
  const signal = clientClosedSignal(response)
  let reply: IncomingMessage
  try {
    if (!config.REALTIME_URL) throw new Error('REALTIME_URL is not set')
    reply = await ask(config.REALTIME_URL, pathOf(endpoint, request), { request, response, signal })
  } catch (error) {
    if (signal.aborted) throw new ClientClosed('the caller left before the realtime service answered')
    logger.warn({ err: error }, 'the realtime service is not reachable')
    throw new ApiError(
      'SERVICE_UNAVAILABLE',
      'Live updates are not available right now; try again in a moment.',
    )
  }
  for (let i = 0; i < reply.rawHeaders.length; i += 2)
    if (!OWN.has(reply.rawHeaders[i]!.toLowerCase()))
      response.setHeader(reply.rawHeaders[i]!, reply.rawHeaders[i + 1]!)
  response.status(reply.statusCode!).flushHeaders()
  // An end of either side that is none of the stream's is seen as one by the other, and is nobody's fault here.
  await pipeline(reply, response).catch(() => abortResponse(response, 503))
}

function ask(
  realtimeUrl: string,
  path: string,
  { request, response, signal }: { request: Request; response: Response; signal: AbortSignal },
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const upstream = httpRequest(realtimeUrl, {
    path,
    method: request.method,
    headers: headersOf(request, response),
    // One stream, one connection: nothing else waits behind it.
    agent: false,
    timeout: ANSWER_MS,
    signal,
  })
  upstream.once('response', (reply) => {
    upstream.setTimeout(0)
    resolve(reply)
  })
  upstream.once('timeout', () => upstream.destroy(new Error('the realtime service did not answer in time')))
  upstream.on('error', reject)
  upstream.end()
  return promise
}

/** The declared path with the request's own parameters, and its query. Nothing in it is resolved. */
function pathOf({ path }: Endpoint, { params, originalUrl }: Request): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])))
  const query = originalUrl.indexOf('?')
  return API_ROOT + filled + (query === -1 ? '' : originalUrl.slice(query))
}

function headersOf(request: Request, response: Response): Record<string, string> {
  const carried = CARRIED.flatMap((name) => {
    const value = request.get(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...Object.fromEntries(carried),
    'x-request-id': requestIdOf(response),
    ...(request.ip !== undefined && { 'x-forwarded-for': request.ip }),
  }
}
