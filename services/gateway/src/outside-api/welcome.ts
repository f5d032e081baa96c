import { API_ROOT, type Endpoint } from '@gleaner/contracts'
import type { Request, Response } from 'express'
import type { Context } from '../context.ts'
import { frontPage } from '../html/front-page.ts'
import { sendDocument } from '../html/send-document.ts'

/** GET / and GET /api/v1: the list of endpoints for programs; for people the first is a page. */
export function welcome({ config }: Pick<Context, 'config'>, endpoints: readonly Endpoint[]) {
  const base = config.PUBLIC_URL.replace(/\/$/, '')
  const body = {
    service: 'Gleaner',
    api: `${base}${API_ROOT}`,
    authentication: 'Send your API key in the X-API-Key header.',
    start: `POST ${base}${API_ROOT}/scrape with {"url": "https://example.com"}`,
    endpoints: endpoints.map(({ method, path, summary }) => ({
      method,
      path: `${API_ROOT}${path}`,
      summary,
    })),
    reference: `${base}/docs`,
    openapi: `${base}/openapi.json`,
    llms: `${base}/llms.txt`,
    health: `${base}/healthz`,
  }
  const page = frontPage({ base, demo: config.DEMO, proxyPort: config.PROXY_MODE_PORT })
  return (request: Request, response: Response): void => {
    response.vary('Accept')
    if (request.path === '/' && request.accepts(['json', 'html']) === 'html')
      sendDocument(response, 200, page)
    else response.json(body)
  }
}
