import { API_ROOT, REALTIME_ENDPOINTS } from '@gleaner/contracts'
import {
  allowOrigins,
  assignRequestId,
  handleErrors,
  measureRequests,
  mountEndpoints,
  noStore,
  notFound,
  securityHeaders,
} from '@gleaner/http-api'
import express, { type Express } from 'express'
import type { Context } from './context.ts'
import { streamBatch, streamCrawl } from './routes/stream-batch.ts'

/** The order of everything that a request passes, and every route. */
export function createApp(ctx: Context): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', ctx.config.REALTIME_TRUST_PROXY)

  app.use(assignRequestId)
  app.use(measureRequests(ctx))
  app.use(securityHeaders())
  app.use(API_ROOT, allowOrigins(ctx.config.CORS_ORIGINS))
  const api = express.Router({ caseSensitive: true })
  api.use(noStore)
  mountEndpoints(api, ctx, REALTIME_ENDPOINTS, { streamBatch, streamCrawl })
  app.use(API_ROOT, api)
  app.use(notFound)
  app.use(handleErrors(ctx))
  return app
}
