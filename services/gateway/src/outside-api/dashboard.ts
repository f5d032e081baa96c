import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { refuseOtherMethods } from '@gleaner/http-api'
import express, { type Request, type Response, Router } from 'express'

/** What the set-up has built of `clients/dashboard`. */
const BUILT = join(dirname(fileURLToPath(import.meta.url)), '../../../../clients/dashboard/dist')

/**
 * The page runs its own scripts alone, calls its own origin alone, and turns no text into HTML or script. Styles are files; what an element
 * computes of itself is set by the object model, which the policy does not concern.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/**
 * The frame that shows a fetched page while its fields are pointed at. It has an origin of its own, runs the dashboard's script alone and
 * loads nothing else, so what a page brings along neither runs nor leads anywhere. The one policy makes an inert document of its text.
 */
const FRAME_POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types page',
].join('; ')

/** A year: the name of a file holds a hash of what is in it. */
const ASSET_MAX_AGE_MS = 31_536_000_000

/** The page of the dashboard; undefined where it has not been built, as in a container of another service. */
export function readDashboard(): string | undefined {
  const page = join(BUILT, 'index.html')
  return existsSync(page) ? readFileSync(page, 'utf8') : undefined
}

export function sendDashboard(response: Response, page: string): void {
  response.setHeader('Content-Security-Policy', POLICY)
  response.setHeader('Cache-Control', 'no-cache')
  response.setHeader('Referrer-Policy', 'no-referrer')
  response.type('html').send(page)
}

/** `/app` and below: the dashboard, whose own router knows its pages, and its files. */
export function dashboard(page: string | undefined): Router {
  const router = Router()
  if (page === undefined) return router
  const frame = readFileSync(join(BUILT, 'pointing.html'), 'utf8')
  const assets = express.static(join(BUILT, 'assets'), {
    index: false,
    immutable: true,
    maxAge: ASSET_MAX_AGE_MS,
    redirect: false,
    // The frame has an origin of its own; the files are the same for everybody.
    setHeaders: (response) => response.setHeader('Access-Control-Allow-Origin', '*'),
  })
  router.use('/app/assets', assets)
  router.get('/app/pointing.html', (_request: Request, response: Response) => {
    response.setHeader('Content-Security-Policy', FRAME_POLICY)
    response.setHeader('Cache-Control', 'no-cache')
    response.setHeader('Referrer-Policy', 'no-referrer')
    response.type('html').send(frame)
  })
  router.get(['/app', '/app/*path'], (request: Request, response: Response, next) => {
    // A file of another build is not there, and no page.
    if (request.path.startsWith('/app/assets/')) next()
    else sendDashboard(response, page)
  })
  refuseOtherMethods(router, '/app', ['GET'])
  return router
}
