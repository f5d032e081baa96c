import { API_ROOT, ENDPOINTS } from '@gleaner/contracts'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import helmet from 'helmet'
import type { Context } from './context.ts'
import { allowOrigins } from './middleware/cross-origin.ts'
import { handleErrors } from './middleware/error-handler.ts'
import { refuseOtherMethods } from './middleware/method-not-allowed.ts'
import { notFound } from './middleware/not-found.ts'
import { assignRequestId } from './middleware/request-id.ts'
import { measureRequests } from './middleware/request-metrics.ts'
import { mountEndpoints } from './mount-endpoints.ts'
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
  // The stack speaks HTTP: a browser told to ask for HTTPS instead gets no script of the queue UI.
  app.use(
    helmet({
      contentSecurityPolicy: { directives: { upgradeInsecureRequests: null, frameAncestors: ["'none'"] } },
      xFrameOptions: { action: 'deny' },
    }),
  )

  app.use([API_ROOT, '/openapi.json'], allowOrigins(ctx.config.CORS_ORIGINS))
  app.use(reference(ctx))
  const api = express.Router({ caseSensitive: true })
  api.use(noStore)
  mountEndpoints(api, ctx, ENDPOINTS, HANDLERS)
  for (const path of ['/', API_ROOT]) {
    app.get(path, welcome(ctx, Object.values(ENDPOINTS)))
    refuseOtherMethods(app, path, ['GET'])
  }
  app.use(API_ROOT, api)
  app.use(oauthMetadata(ctx))
  app.use(mailedPages(ctx))
  app.use('/admin/queues', queueUi(ctx))
  app.use(notFound)
  app.use(handleErrors(ctx))
  return app
}

/** Replies belong to one account, and a cache between knows nothing of keys. */
function noStore(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store')
  next()
}
