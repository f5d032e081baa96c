import { refuseOtherMethods } from '@gleaner/http-api'
import { metadataDocuments } from '@gleaner/oauth'
import { type Request, type Response, Router } from 'express'
import type { Context } from '../context.ts'

/** GET /.well-known/oauth-authorization-server and oauth-protected-resource, for programs of any origin (RFC 8414, RFC 9728). */
export function oauthMetadata({ config, oauth }: Pick<Context, 'config' | 'oauth'>): Router {
  const router = Router()
  for (const [path, metadata] of metadataDocuments(config.PUBLIC_URL, oauth.doors)) {
    router.get(path, (_request: Request, response: Response) => {
      response.setHeader('Cache-Control', 'public, max-age=300')
      response.setHeader('Access-Control-Allow-Origin', '*')
      response.json(metadata)
    })
    refuseOtherMethods(router, path, ['GET'])
  }
  return router
}
