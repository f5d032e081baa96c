import { refuseOtherMethods } from '@gleaner/http-api'
import { withTimeout } from '@gleaner/runtime'
import { type Request, type Response, Router } from 'express'
import type { Context } from '../context.ts'

const CHECK_MS = 2_000

/** The same responses as on the ops port, for load balancers that see only the API's port. */
export function healthRoutes(ctx: Pick<Context, 'checks'>): Router {
  const router = Router()
  const failing = sharedWhileRunning(() => failingChecks(ctx.checks))
  router.get('/healthz', (_request: Request, response: Response) => {
    response.json({ status: 'ok' })
  })
  router.get('/readyz', async (_request: Request, response: Response) => {
    const names = await failing()
    response.status(names.length === 0 ? 200 : 503)
    response.json({ status: names.length === 0 ? 'ready' : 'not ready', failing: names })
  })
  for (const path of ['/healthz', '/readyz']) refuseOtherMethods(router, path, ['GET'])
  return router
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

async function failingChecks(checks: Record<string, () => Promise<void>>): Promise<string[]> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await withTimeout(name, CHECK_MS, check)
        return undefined
      } catch {
        return name
      }
    }),
  )
  return results.filter((name) => name !== undefined)
}
