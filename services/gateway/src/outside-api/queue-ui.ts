import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError } from '@gleaner/contracts'
import { rateLimited } from '@gleaner/http-api/limits/rate-limited'
import { type Express, type NextFunction, type Request, type Response, Router } from 'express'
import type { Context } from '../context.ts'
import { createLoginThrottle } from '../login-throttle.ts'
import { once } from '../once.ts'

const BASE_PATH = '/admin/queues'

/** The operator's view of the queues, behind a login. Built on the first visit: most gateways never show it. */
export function queueUi(ctx: Context): Router {
  const router = Router()
  const board = once(() => createBoard(ctx))
  router.use(keepPrivate)
  router.use(askForLogin(ctx.config.ADMIN_USER, ctx.config.ADMIN_PASSWORD))
  router.use(refuseForeignWrites(new URL(ctx.config.PUBLIC_URL).host))
  router.use(async (request, response, next) => (await board())(request, response, next))
  return router
}

/** The board's packages take 5 MB, so they are loaded with it. */
async function createBoard(ctx: Context): Promise<Router> {
  const [{ createBullBoard }, { BullMQAdapter }, { ExpressAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/express'),
  ])
  const serverAdapter = new ExpressAdapter()
  serverAdapter.setBasePath(BASE_PATH)
  createBullBoard({
    queues: ctx.jobs.producer.queues().map((queue) => new BullMQAdapter(queue)),
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Gleaner queues' } },
  })
  const board = serverAdapter.getRouter() as Express & { engines: Record<string, Engine> }
  const render = board.engines['.ejs']!
  board.engine('ejs', (path, options, done) =>
    render(path, options, (error, page) => done(error, page && withoutOtherHosts(page))),
  )
  return board
}

/** How express renders a view; its types leave it out. */
type Engine = (path: string, options: object, done: (error: unknown, page?: string) => void) => void

/** The board's page asks another host for its fonts; the browser's own do as well. */
function withoutOtherHosts(page: string): string {
  return page.replaceAll(/<link\b[^>]*\bhref="(?:https?:)?\/\/[^>]*>\s*/gi, '')
}

/** What the queues hold is in no cache and in no frame. */
function keepPrivate(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store')
  next()
}

function askForLogin(user: string, password: string) {
  const expected = digest(`${user}:${password}`)
  const throttle = createLoginThrottle()
  return (request: Request, response: Response, next: NextFunction): void => {
    const address = request.ip ?? ''
    const waitSeconds = throttle.waitSeconds(address)
    // The right password too: a reply that differs would reveal a guess that is right.
    if (waitSeconds > 0) throw rateLimited('Too many wrong logins', waitSeconds)
    const given = loginOf(request)
    if (given !== undefined && timingSafeEqual(digest(given), expected)) {
      throttle.succeeded(address)
      next()
      return
    }
    // A browser's first request has no login yet: that is no guess.
    if (given !== undefined) throttle.failed(address)
    response.setHeader('WWW-Authenticate', 'Basic realm="Gleaner queues", charset="UTF-8"')
    throw new ApiError('UNAUTHENTICATED', 'Log in with ADMIN_USER and ADMIN_PASSWORD.')
  }
}

/** `user:password` of HTTP Basic. */
function loginOf(request: Request): string | undefined {
  const [scheme, encoded] = (request.get('authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'basic') return undefined
  return Buffer.from(encoded ?? '', 'base64').toString('utf8')
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * A browser sends the login along from any page; what changes a queue must come from the board's own. Every browser
 * names the origin of a request that is no GET; Sec-Fetch-Site is only sent over HTTPS and from localhost. A form can
 * send text that looks like JSON, but not with the content type of JSON.
 */
function refuseForeignWrites(publicHost: string) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead && !isFromOwnPage(request, publicHost)) {
      throw new ApiError('FORBIDDEN', 'This action must come from the queue UI itself.')
    }
    next()
  }
}

function isFromOwnPage(request: Request, publicHost: string): boolean {
  const site = request.get('sec-fetch-site')
  const type = request.get('content-type')
  const host = URL.parse(request.get('origin') ?? '')?.host
  return (
    (site === undefined || site === 'same-origin') &&
    (type === undefined || request.is('application/json') === 'application/json') &&
    !!host &&
    [request.get('host'), publicHost].includes(host)
  )
}
