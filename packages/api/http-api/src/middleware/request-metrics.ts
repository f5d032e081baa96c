import type { Caller } from '@gleaner/accounts'
import { REQUEST } from '@gleaner/runtime'
import type { NextFunction, Request, Response } from 'express'
import { CLIENT_CLOSED_STATUS, finalStatus } from '../client-closed.ts'
import type { ApiContext } from '../context.ts'
import { requestIdOf } from './request-id.ts'

/** Measures requests by route and status; paths with ids in them share their route's name. */
export function measureRequests({
  metrics,
  logger,
  tracer,
}: Pick<ApiContext, 'metrics' | 'logger' | 'tracer'>) {
  const seconds = metrics.histogram('gleaner_http_request_seconds')
  const open = metrics.gauge('gleaner_http_requests_open')
  const tokens = metrics.counter('gleaner_http_tokens_total')
  let openCount = 0

  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = performance.now()
    open.set(++openCount)
    response.once('close', () => {
      open.set(--openCount)
      const route = typeof request.route?.path === 'string' ? request.route.path : 'none'
      const status = finalStatus(response)
      const duration = (performance.now() - startedAt) / 1000
      seconds.observe(duration, { method: request.method, route, status })
      const cost = response.locals.tokens as number | undefined
      if (cost !== undefined) tokens.inc({ route }, cost)
      // Whoever opens and closes connections, or asks for nothing that there is, could fill the log.
      const level = status === CLIENT_CLOSED_STATUS || route === 'none' ? 'debug' : 'info'
      logger[level](
        { ...linedRequest(request, response), route, status, ms: Math.round(duration * 1000) },
        'a request was answered',
      )
      tracer?.record({
        requestId: requestIdOf(response),
        key: REQUEST,
        name: `${request.method} ${route}`,
        kind: 'server',
        startedAt: Date.now() - duration * 1000,
        durationMs: duration * 1000,
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': status,
          'gleaner.account_id': (response.locals.caller as Caller | undefined)?.accountId,
        },
        error: status >= 500 ? String(status) : undefined,
        calledFrom: request.get('traceparent'),
      })
    })
    next()
  }
}

/** Who has asked, by ids. The path is not in it: some hold what lets a person in. */
function linedRequest({ method }: Request, response: Response) {
  const caller = response.locals.caller as Caller | undefined
  return {
    requestId: requestIdOf(response),
    method,
    accountId: caller?.accountId,
    keyId: caller?.apiKeyId ?? undefined,
    userId: caller?.kind === 'user' ? caller.userId : undefined,
  }
}

/** Notes who has asked, for the line of the request. */
export function recordCaller(response: Response, caller: Caller | undefined): void {
  response.locals.caller = caller
}

/** Records what an authenticated request costs its caller. */
export function recordTokens(response: Response, tokens: number): void {
  response.locals.tokens = tokens
}
