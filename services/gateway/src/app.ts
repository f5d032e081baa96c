import {
  API_ROOT,
  ENDPOINTS,
  GATEWAY_ENDPOINTS,
  isServed,
  OPERATOR_PATHS,
  PUBLIC_PATHS,
} from '@gleaner/contracts'
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
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
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
  app.use(refuseUndeclared)

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

/** What stands in front of the gateway routes by the declared paths alone: another door would be there in tests only. */
function refuseUndeclared(request: Request, _response: Response, next: NextFunction): void {
  // Routes of a whole path are not strict about a slash at its end.
  const path = request.path.replace(/(?<=.)\/$/, '')
  if (!isServed(path.toLowerCase(), [...PUBLIC_PATHS, ...OPERATOR_PATHS])) notFound(request)
  next()
}
