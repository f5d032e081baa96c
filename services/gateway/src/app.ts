import { API_ROOT, ENDPOINTS, GATEWAY_ENDPOINTS } from '@gleaner/contracts'
import {
  allowOrigins,
  assignRequestId,
  handleErrors,
  measureRequests,
  mountEndpoints,
  noStore,
  notFound,
  refuseOtherMethods,
  securityHeaders,
} from '@gleaner/http-api'
import express, { type Express } from 'express'
import type { Context } from './context.ts'
import { ERROR_FORMATS } from './error-formats.ts'
import { forwardStreams } from './forward-streams.ts'
import { readBody } from './read-body.ts'
import { healthRoutes } from './routes/health.ts'
import { HANDLERS } from './routes/index.ts'
import { mailedPages } from './routes/mailed-pages.ts'
import { oauthMetadata } from './routes/oauth-metadata.ts'
import { queueUi } from './routes/queue-ui.ts'
import { reference } from './routes/reference.ts'
import { welcome } from './routes/welcome.ts'

/** The order of everything that a request passes, and every route. */
export function createApp(ctx: Context): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', ctx.config.TRUST_PROXY)

  app.use(assignRequestId)
  app.use(measureRequests(ctx))
  app.use(healthRoutes(ctx))
  app.use(securityHeaders())

  app.use([API_ROOT, '/openapi.json'], allowOrigins(ctx.config.CORS_ORIGINS))
  app.use(reference(ctx))
  const api = express.Router({ caseSensitive: true })
  api.use(noStore)
  forwardStreams(api, ctx)
  mountEndpoints(api, ctx, GATEWAY_ENDPOINTS, HANDLERS, readBody)
  for (const path of ['/', API_ROOT]) {
    app.get(path, welcome(ctx, Object.values(ENDPOINTS)))
    refuseOtherMethods(app, path, ['GET'])
  }
  app.use(API_ROOT, api)
  app.use(oauthMetadata(ctx))
  app.use(mailedPages(ctx))
  app.use('/admin/queues', queueUi(ctx))
  app.use(notFound)
  app.use(handleErrors(ctx, ERROR_FORMATS))
  return app
}
