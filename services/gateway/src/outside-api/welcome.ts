import { API_ROOT, type Endpoint } from '@gleaner/contracts'
import type { Request, Response } from 'express'
import type { Context } from '../context.ts'

/** GET / and GET /api/v1: the list of endpoints, for whoever opens the URL. */
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
    health: `${base}/healthz`,
  }
  return (_request: Request, response: Response): void => {
    response.json(body)
  }
}
