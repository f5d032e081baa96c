import { API_ROOT, HEADERS } from '@gleaner/contracts'
import { createApp, mountEndpoints } from '@gleaner/http-api'
import type { Express, NextFunction, Request, Response } from 'express'
import type { Context } from '../context.ts'
import { ERROR_FORMATS } from '../error-formats.ts'
import { answerProxied, PROXIED } from './answer-proxied.ts'

export const PROXIED_PATH = `${API_ROOT}${PROXIED.path}`

/** Answers the requests that the proxy port takes over. */
export function createProxyApp(ctx: Context): Express {
  return createApp(ctx, {
    // Who connects is who asks: nothing stands in front that says who it was.
    trustProxy: false,
    origins: [],
    mount(app, api) {
      app.use(withoutOurHeaders)
      mountEndpoints(api, ctx, { proxied: PROXIED }, { proxied: answerProxied })
      app.use(API_ROOT, api)
    },
    errorFormats: {
      text(error, request, response) {
        if (error.status !== 401) return ERROR_FORMATS.text!(error, request, response)
        response.removeHeader('WWW-Authenticate')
        response.setHeader('Proxy-Authenticate', 'Basic realm="Gleaner"')
        response.setHeader(HEADERS.error, error.code)
        response.status(407).type('text/plain').send(`${error.code}: ${error.message}\n`)
      },
    },
  })
}

/** What guards pages of ours would be taken for the target's: its browsers would ask for https ever after. */
function withoutOurHeaders(_request: Request, response: Response, next: NextFunction): void {
  for (const name of response.getHeaderNames())
    if (name !== HEADERS.requestId.toLowerCase()) response.removeHeader(name)
  next()
}
