import { API_ROOT, type Endpoint } from '@gleaner/contracts'
import type { Request, Response } from 'express'
import type { Context } from '../context.ts'
import { sendDashboard } from './dashboard.ts'

/** GET / and GET /api/v1: the list of endpoints for programs; for people the first is the dashboard, where it is built. */
export function welcome(
  { config }: Pick<Context, 'config'>,
  endpoints: readonly Endpoint[],
  page: string | undefined,
) {
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
  return (request: Request, response: Response): void => {
    response.vary('Accept')
    if (page !== undefined && request.path === '/' && request.accepts(['json', 'html']) === 'html')
      sendDashboard(response, page)
    else response.json(body)
  }
}
