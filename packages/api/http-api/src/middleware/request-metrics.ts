import type { NextFunction, Request, Response } from 'express'
import { CLIENT_CLOSED_STATUS, finalStatus } from '../client-closed.ts'
import type { ApiContext } from '../context.ts'
import { loggedRequest } from './request-id.ts'

/** Measures requests by route and status; paths with ids in them share their route's name. */
export function measureRequests({ metrics, logger }: Pick<ApiContext, 'metrics' | 'logger'>) {
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
      // Whoever opens and closes connections could fill the log.
      if (status === CLIENT_CLOSED_STATUS)
        logger.debug({ ...loggedRequest(request, response), status }, 'the caller closed the connection')
    })
    next()
  }
}

/** Records what an authenticated request costs its caller. */
export function recordTokens(response: Response, tokens: number): void {
  response.locals.tokens = tokens
}
