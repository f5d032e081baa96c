import {
  API_ROOT,
  ENDPOINTS,
  type Endpoint,
  GATEWAY_ENDPOINTS,
  isServed,
  OPERATOR_PATHS,
  PUBLIC_PATHS,
} from '@gleaner/contracts'
import { createApp as createHttpApp, mountEndpoints, notFound, refuseOtherMethods } from '@gleaner/http-api'
import { resourceMetadataUrl } from '@gleaner/oauth'
import type { Express, NextFunction, Request, Response, Router } from 'express'
import type { Context } from './context.ts'
import { ERROR_FORMATS } from './error-formats.ts'
import { forwardStreams } from './forward-streams.ts'
import { HANDLERS } from './handlers.ts'
import { dashboard, readDashboard } from './outside-api/dashboard.ts'
import { documents } from './outside-api/documents.ts'
import { firecrawl } from './outside-api/firecrawl.ts'
import { healthRoutes } from './outside-api/health.ts'
import { mcp } from './outside-api/mcp/mcp.ts'
import { oauthMetadata } from './outside-api/oauth-metadata.ts'
import { pagesForPeople } from './outside-api/pages-for-people.ts'
import { queueUi } from './outside-api/queue-ui.ts'
import { reference } from './outside-api/reference.ts'
import { welcome } from './outside-api/welcome.ts'
import { readBody } from './read-body.ts'

export function createApp(ctx: Context): Express {
  const app = createHttpApp(ctx, {
    trustProxy: ctx.config.TRUST_PROXY,
    origins: ctx.config.CORS_ORIGINS,
    openPaths: ['/openapi.json', '/asyncapi.json', '/v1', '/v2', '/firecrawl', '/api/v0', '/mcp'],
    health: healthRoutes(ctx),
    gate: refuseUndeclared,
    mount: (app, api) => mountRoutes(app, api, ctx),
    errorFormats: ERROR_FORMATS,
  })
  app.locals.resourceMetadata = resourceMetadataUrl(ctx.config.PUBLIC_URL)
  return app
}

/** What whoever opens the root is told of. */
const OFFERED = Object.values<Endpoint>(ENDPOINTS).filter(({ operator }) => !operator)

function mountRoutes(app: Express, api: Router, ctx: Context): void {
  app.use(documents(ctx))
  app.use(reference(ctx))
  forwardStreams(api, ctx)
  mountEndpoints(api, ctx, GATEWAY_ENDPOINTS, HANDLERS, readBody)
  const page = readDashboard()
  app.use(dashboard(page))
  for (const path of ['/', API_ROOT]) {
    app.get(path, welcome(ctx, OFFERED, page))
    refuseOtherMethods(app, path, ['GET'])
  }
  app.use(API_ROOT, api)
  app.use(firecrawl(app, ctx))
  app.use(mcp(app, ctx))
  app.use(oauthMetadata(ctx))
  app.use(pagesForPeople(ctx))
  app.use('/admin/queues', queueUi(ctx))
}

/** What stands in front of the gateway routes by the declared paths alone: another door would be there in tests only. */
function refuseUndeclared(request: Request, _response: Response, next: NextFunction): void {
  // Routes of a whole path are not strict about a slash at its end.
  const path = request.path.replace(/(?<=.)\/$/, '')
  if (!isServed(path.toLowerCase(), [...PUBLIC_PATHS, ...OPERATOR_PATHS])) notFound(request)
  next()
}
