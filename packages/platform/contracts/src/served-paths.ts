import { API_ROOT } from './api-root.ts'

/** A path that a service answers, for whoever routes requests: the edge, the chart, the gateway itself. */
export interface ServedPath {
  path: string
  /** `prefix`: the path and whatever lies below it, segment by segment. */
  match: 'exact' | 'prefix'
  service: 'gateway' | 'realtime'
}

/**
 * Every path that callers may reach. The gateway answers nothing that is not here, so a new door is declared or closed; the chart's
 * routes are compared with it. Event streams below the API's root are passed on by the gateway.
 */
export const PUBLIC_PATHS: readonly ServedPath[] = [
  { path: '/', match: 'exact', service: 'gateway' },
  { path: API_ROOT, match: 'prefix', service: 'gateway' },
  { path: `${API_ROOT}/ws`, match: 'prefix', service: 'realtime' },
  { path: '/v1', match: 'prefix', service: 'gateway' },
  { path: '/v2', match: 'prefix', service: 'gateway' },
  { path: '/firecrawl', match: 'prefix', service: 'gateway' },
  { path: '/api/v0', match: 'prefix', service: 'gateway' },
  { path: '/mcp', match: 'exact', service: 'gateway' },
  { path: '/.well-known/oauth-authorization-server', match: 'prefix', service: 'gateway' },
  { path: '/.well-known/oauth-protected-resource', match: 'prefix', service: 'gateway' },
  { path: '/app', match: 'prefix', service: 'gateway' },
  { path: '/device', match: 'exact', service: 'gateway' },
  { path: '/docs', match: 'prefix', service: 'gateway' },
  { path: '/openapi.json', match: 'exact', service: 'gateway' },
  { path: '/asyncapi.json', match: 'exact', service: 'gateway' },
  { path: '/robots.txt', match: 'exact', service: 'gateway' },
  { path: '/llms.txt', match: 'exact', service: 'gateway' },
  { path: '/favicon.ico', match: 'exact', service: 'gateway' },
  { path: '/favicon.svg', match: 'exact', service: 'gateway' },
  { path: '/invitation', match: 'exact', service: 'gateway' },
  { path: '/reset-password', match: 'exact', service: 'gateway' },
  { path: '/confirm-registration', match: 'exact', service: 'gateway' },
  { path: '/confirm-email', match: 'exact', service: 'gateway' },
  { path: '/undo-email', match: 'exact', service: 'gateway' },
  { path: '/healthz', match: 'exact', service: 'gateway' },
  { path: '/readyz', match: 'exact', service: 'gateway' },
]

/** What the gateway answers too, and what stands in front must not route: it is for the operator's network. */
export const OPERATOR_PATHS: readonly ServedPath[] = [{ path: '/admin', match: 'prefix', service: 'gateway' }]

/** Whether one of `paths` is or covers `path`, as routers of Kubernetes match. */
export function isServed(path: string, paths: readonly ServedPath[]): boolean {
  return paths.some(
    (served) => path === served.path || (served.match === 'prefix' && path.startsWith(`${served.path}/`)),
  )
}
