import { refuseOtherMethods } from '@gleaner/http-api'
import { checkReadiness, type Readiness } from '@gleaner/runtime'
import { type Request, type Response, Router } from 'express'
import type { Context } from '../context.ts'

/**
 * As on the ops port, for load balancers that see only the API's port. Anybody may ask: it names what fails, and not why. A gateway that
 * is about to stop is not ready.
 */
export function healthRoutes(ctx: Pick<Context, 'checks' | 'partialChecks' | 'draining'>): Router {
  const router = Router()
  const check = sharedWhileRunning(() => checkReadiness(ctx))
  router.get('/healthz', (_request: Request, response: Response) => {
    response.json({ status: 'ok' })
  })
  router.get('/readyz', async (_request: Request, response: Response) => {
    const { status, failing } = ctx.draining.aborted
      ? { status: 'not_ready', failing: ['process'] }
      : namesOf(await check())
    response.status(status === 'not_ready' ? 503 : 200)
    response.json({ status, failing })
  })
  for (const path of ['/healthz', '/readyz']) refuseOtherMethods(router, path, ['GET'])
  return router
}

function namesOf({ status, checks }: Readiness) {
  return { status, failing: Object.keys(checks).filter((name) => checks[name] !== 'ok') }
}

/** Anybody may ask, without a key: requests that come while the checks run share their result. */
function sharedWhileRunning<T>(make: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= make().finally(() => {
      running = undefined
    })
    return running
  }
}
