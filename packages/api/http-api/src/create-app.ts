import { API_ROOT } from '@gleaner/contracts'
import express, { type Express, type RequestHandler, type Router } from 'express'
import type { ApiContext } from './context.ts'
import { allowOrigins } from './middleware/cross-origin.ts'
import { handleErrors } from './middleware/error-handler.ts'
import { notFound } from './middleware/not-found.ts'
import { assignRequestId } from './middleware/request-id.ts'
import { measureRequests } from './middleware/request-metrics.ts'
import { noStore, securityHeaders } from './middleware/security-headers.ts'
import type { ErrorSenders } from './middleware/send-error.ts'

export interface AppParts {
  /** Express' setting: which proxies in front are believed. */
  trustProxy: unknown
  /** Pages of these origins may call `API_ROOT`, and `openPaths` too. */
  origins: readonly string[]
  openPaths?: readonly string[]
  /** Answers before anything else may refuse. */
  health?: RequestHandler
  /** Stands in front of all routes. */
  gate?: RequestHandler
  /** Puts the routes up. `api` is to be mounted at `API_ROOT`: nothing of it is kept by caches. */
  mount(app: Express, api: Router): void
  errorFormats?: ErrorSenders
}

/** The order of everything that a request passes. */
export function createApp(ctx: ApiContext, parts: AppParts): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', parts.trustProxy)

  app.use(assignRequestId)
  app.use(measureRequests(ctx))
  if (parts.health) app.use(parts.health)
  app.use(securityHeaders())
  if (parts.gate) app.use(parts.gate)
  app.use([API_ROOT, ...(parts.openPaths ?? [])], allowOrigins(parts.origins))

  const api = express.Router({ caseSensitive: true })
  api.use(noStore)
  parts.mount(app, api)

  app.use(notFound)
  app.use(handleErrors(ctx, parts.errorFormats))
  return app
}
