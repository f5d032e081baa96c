import type { NextFunction, Request, Response } from 'express'
import type { Context } from '../context.ts'

/** Counts requests and their durations, by route and status; paths with ids in them share their route's name. */
export function measureRequests({ metrics }: Pick<Context, 'metrics'>) {
  const labels = ['method', 'route', 'status']
  const seconds = metrics.histogram('gleaner_http_request_seconds', 'Duration of API requests.', labels)

  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = performance.now()
    response.once('close', () => {
      const route = typeof request.route?.path === 'string' ? request.route.path : 'none'
      const duration = (performance.now() - startedAt) / 1000
      seconds.observe(duration, { method: request.method, route, status: response.statusCode })
    })
    next()
  }
}
