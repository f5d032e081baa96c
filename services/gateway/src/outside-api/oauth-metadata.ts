import { refuseOtherMethods } from '@gleaner/http-api'
import { metadataPaths, serverMetadata } from '@gleaner/oauth'
import { type Request, type Response, Router } from 'express'
import type { Context } from '../context.ts'

/** GET /.well-known/oauth-authorization-server, for programs of any origin (RFC 8414). */
export function oauthMetadata({ config }: Pick<Context, 'config'>): Router {
  const router = Router()
  const metadata = serverMetadata(config.PUBLIC_URL)
  for (const path of metadataPaths(config.PUBLIC_URL)) {
    router.get(path, (_request: Request, response: Response) => {
      response.setHeader('Cache-Control', 'public, max-age=300')
      response.setHeader('Access-Control-Allow-Origin', '*')
      response.json(metadata)
    })
    refuseOtherMethods(router, path, ['GET'])
  }
  return router
}
