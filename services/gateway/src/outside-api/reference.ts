import { createHash } from 'node:crypto'
import { API_ROOT } from '@gleaner/contracts'
import { refuseOtherMethods } from '@gleaner/http-api'
import { createDocument } from '@gleaner/openapi'
import { type Request, type Response, Router } from 'express'
import type { Context } from '../context.ts'
import { once } from '../once.ts'

/** The API's description for programs (`/openapi.json`), made when it is first asked for; documents.ts has that for people. */
export function reference({ config }: Pick<Context, 'config'>): Router {
  const router = Router()
  const document = once(async () => {
    const text = JSON.stringify(createDocument({ publicUrl: config.PUBLIC_URL }))
    return { text, etag: `"${hash(text)}"` }
  })

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
  return router
}

function hash(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}
