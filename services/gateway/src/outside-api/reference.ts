import { createHash } from 'node:crypto'
import { API_ROOT } from '@gleaner/contracts'
import { refuseOtherMethods } from '@gleaner/http-api'
import { createAsyncDocument, createDocument } from '@gleaner/openapi'
import { type Request, type Response, Router } from 'express'
import type { Context } from '../context.ts'
import { once } from '../once.ts'

/** The API's descriptions for programs (`/openapi.json`, `/asyncapi.json`), made when it is first asked for; documents.ts has that for people. */
export function reference({ config }: Pick<Context, 'config'>): Router {
  const router = Router()
  const { PUBLIC_URL: publicUrl } = config
  const documents = {
    'openapi.json': () => createDocument({ publicUrl }),
    'asyncapi.json': () => createAsyncDocument({ publicUrl }),
  }
  for (const [name, make] of Object.entries(documents)) {
    const document = once(async () => {
      const text = JSON.stringify(make())
      return { text, etag: `"${hash(text)}"` }
    })
    for (const path of [`/${name}`, `${API_ROOT}/${name}`]) {
      router.get(path, async (request: Request, response: Response) => {
        const { text, etag } = await document()
        response.setHeader('ETag', etag)
        response.setHeader('Cache-Control', 'public, max-age=300')
        if (request.fresh) response.status(304).end()
        else response.type('application/json').send(text)
      })
      refuseOtherMethods(router, path, ['GET'])
    }
  }
  return router
}

function hash(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}
