import { createHash, timingSafeEqual } from 'node:crypto'
import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { ExpressAdapter } from '@bull-board/express'
import { ApiError } from '@gleaner/contracts'
import { type NextFunction, type Request, type Response, Router } from 'express'
import type { Context } from '../context.ts'

const BASE_PATH = '/admin/queues'

/** The operator's view of the queues, behind a login. Built on the first visit: most gateways never show it. */
export function queueUi(ctx: Context): Router {
  const router = Router()
  let board: Router | undefined
  router.use(askForLogin(ctx.config.ADMIN_USER, ctx.config.ADMIN_PASSWORD))
  router.use(refuseForeignWrites)
  router.use((request, response, next) => {
    board ??= createBoard(ctx)
    board(request, response, next)
  })
  return router
}

function createBoard(ctx: Context): Router {
  const serverAdapter = new ExpressAdapter()
  serverAdapter.setBasePath(BASE_PATH)
  createBullBoard({
    queues: ctx.jobs.producer.queues().map((queue) => new BullMQAdapter(queue)),
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Gleaner queues' } },
  })
  return serverAdapter.getRouter() as Router
}

function askForLogin(user: string, password: string) {
  const expected = digest(`${user}:${password}`)
  return (request: Request, response: Response, next: NextFunction): void => {
    const [scheme, encoded] = (request.get('authorization') ?? '').split(' ')
    const given =
      scheme?.toLowerCase() === 'basic' ? Buffer.from(encoded ?? '', 'base64').toString('utf8') : ''
    if (timingSafeEqual(digest(given), expected)) {
      next()
      return
    }
    response.setHeader('WWW-Authenticate', 'Basic realm="Gleaner queues", charset="UTF-8"')
    throw new ApiError('UNAUTHENTICATED', 'Log in with ADMIN_USER and ADMIN_PASSWORD.')
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** A browser sends the login along from any page; what changes a queue must come from the board's own. */
function refuseForeignWrites(request: Request, _response: Response, next: NextFunction): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const site = request.get('sec-fetch-site')
  if (!isRead && site !== undefined && site !== 'same-origin') {
    throw new ApiError('FORBIDDEN', 'This action must come from the queue UI itself.')
  }
  next()
}
