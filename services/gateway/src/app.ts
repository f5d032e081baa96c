import {
  createProxy,
  deleteProxy,
  getJob,
  getProxy,
  getUsage,
  listProxies,
  postEstimate,
  postScrape,
  testProxy,
  updateProxy,
} from '@gleaner/contracts'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import helmet from 'helmet'
import { createBind, routePath } from './bind.ts'
import type { Context } from './context.ts'
import { answerErrors } from './middleware/answer-errors.ts'
import { countRequests } from './middleware/count-requests.ts'
import { refuseOtherMethods } from './middleware/refuse-other-methods.ts'
import { refuseUnknownPath } from './middleware/refuse-unknown-path.ts'
import { giveRequestId } from './middleware/request-id.ts'
import { estimate } from './routes/estimate.ts'
import { downloadFile } from './routes/files.ts'
import { healthRoutes } from './routes/health.ts'
import { readJobById } from './routes/jobs.ts'
import * as proxies from './routes/proxies.ts'
import { queueUi } from './routes/queue-ui.ts'
import { scrape } from './routes/scrape.ts'
import { usage } from './routes/usage.ts'
import { welcome } from './routes/welcome.ts'

export const API_ROOT = '/api/v1'

/** The order of everything that a request passes, and every route. */
export function createApp(ctx: Context): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', ctx.config.TRUST_PROXY)

  app.use(giveRequestId)
  app.use(countRequests(ctx))
  app.use(healthRoutes(ctx))
  // The stack speaks HTTP: a browser told to ask for HTTPS instead gets no script of the queue UI.
  app.use(
    helmet({
      contentSecurityPolicy: { directives: { upgradeInsecureRequests: null, frameAncestors: ["'none'"] } },
      xFrameOptions: { action: 'deny' },
    }),
  )

  const api = express.Router({ caseSensitive: true })
  api.use(noStore)
  const bind = createBind(ctx, api)
  bind(postScrape, scrape)
  bind(postEstimate, estimate)
  bind(getJob, readJobById)
  bind(getUsage, usage)
  bind(listProxies, proxies.list)
  bind(createProxy, proxies.create)
  bind(getProxy, proxies.read)
  bind(updateProxy, proxies.update)
  bind(deleteProxy, proxies.remove)
  bind(testProxy, proxies.test)
  api.get('/files/*key', downloadFile(ctx))
  for (const [path, sharing] of Map.groupBy(bind.endpoints, routePath)) {
    refuseOtherMethods(
      api,
      path,
      sharing.map(({ method }) => method),
    )
  }
  refuseOtherMethods(api, '/files/*key', ['GET'])

  for (const path of ['/', API_ROOT]) {
    app.get(path, welcome(ctx, API_ROOT, bind.endpoints))
    refuseOtherMethods(app, path, ['GET'])
  }
  app.use(API_ROOT, api)
  app.use('/admin/queues', queueUi(ctx))
  app.use(refuseUnknownPath)
  app.use(answerErrors(ctx))
  return app
}

/** Replies belong to one account, and a cache between knows nothing of keys. */
function noStore(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store')
  next()
}
