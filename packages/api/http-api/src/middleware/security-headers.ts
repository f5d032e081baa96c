import type { NextFunction, Request, Response } from 'express'
import helmet from 'helmet'

/** Headers that keep browsers from doing more with a reply than they should. */
export function securityHeaders() {
  return helmet({
    // The stack speaks HTTP: a browser told to ask for HTTPS instead gets no script of the queue UI.
    contentSecurityPolicy: {
      directives: {
        upgradeInsecureRequests: null,
        frameAncestors: ["'none'"],
        // Nothing that is shown comes from another host, which would learn who reads it and could change it.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'", 'data:'],
      },
    },
    xFrameOptions: { action: 'deny' },
  })
}

/** Replies belong to one account, and a cache between knows nothing of keys. */
export function noStore(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store')
  next()
}
