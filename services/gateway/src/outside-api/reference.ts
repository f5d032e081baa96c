import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { API_ROOT } from '@gleaner/contracts'
import { refuseOtherMethods } from '@gleaner/http-api'
import { createDocument } from '@gleaner/openapi'
import { type Request, type Response, Router } from 'express'
import type { Context } from '../context.ts'
import { once } from '../once.ts'
import { referencePage } from '../reference-page.ts'

const require = createRequire(import.meta.url)

/** Relaxed for this page alone: the viewer makes its styles as it runs. It loads nothing from anywhere else. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The API's description for programs (`/openapi.json`) and for people (`/docs`). Both are made when they are first asked for. */
export function reference({ config }: Pick<Context, 'config'>): Router {
  const router = Router()
  const document = once(async () => {
    const text = JSON.stringify(createDocument({ publicUrl: config.PUBLIC_URL }))
    return { text, etag: `"${hash(text)}"` }
  })
  const viewer = once(readViewer)

  for (const path of ['/openapi.json', `${API_ROOT}/openapi.json`]) {
    router.get(path, async (request: Request, response: Response) => {
      const { text, etag } = await document()
      response.setHeader('ETag', etag)
      response.setHeader('Cache-Control', 'public, max-age=300')
      if (request.fresh) response.status(304).end()
      else response.type('application/json').send(text)
    })
    refuseOtherMethods(router, path, ['GET'])
  }
  router.get('/docs', async (_request: Request, response: Response) => {
    const { path } = await viewer()
    response.setHeader('Content-Security-Policy', PAGE_POLICY)
    response.setHeader('Cache-Control', 'public, max-age=300')
    response.type('html').send(referencePage(path))
  })
  router.get('/docs/viewer-:hash.js', async (request: Request, response: Response, next) => {
    const { path, plain, gzipped } = await viewer()
    if (request.path !== path) return next()
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    response.setHeader('Vary', 'Accept-Encoding')
    response.type('text/javascript')
    if (request.acceptsEncodings('gzip') === false) return void response.send(plain)
    response.setHeader('Content-Encoding', 'gzip')
    response.send(gzipped)
  })
  refuseOtherMethods(router, '/docs', ['GET'])
  return router
}

/** The viewer as its package ships it, under a path that changes with it. */
async function readViewer() {
  const file = require.resolve('rapidoc/dist/rapidoc-min.js')
  const [plain, gzipped] = await Promise.all([readFile(file), readFile(`${file}.gz`)])
  return { path: `/docs/viewer-${hash(plain)}.js`, plain, gzipped }
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}
