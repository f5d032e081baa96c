import { ApiError, type HttpMethod } from '@gleaner/contracts'
import type { Request, Response, Router } from 'express'
import { similarEndpoint } from './meant-endpoint.ts'

/** In the order in which they are listed. */
const METHODS: readonly HttpMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * For a path whose routes are all declared: OPTIONS lists the methods that it has, any other is answered 405, both with
 * an Allow header. `path` is in the router's notation. `refusesHead`: its GET starts work.
 */
export function refuseOtherMethods(
  router: Router,
  path: string,
  methods: readonly HttpMethod[],
  refusesHead = false,
): void {
  const allowed = METHODS.filter((method) => methods.includes(method))
    .flatMap((method) => (method === 'GET' && !refusesHead ? ['GET', 'HEAD'] : [method]))
    .join(', ')
  router.all(path, (request: Request, response: Response) => {
    response.setHeader('Allow', allowed)
    if (request.method === 'OPTIONS') {
      response.status(204).end()
      return
    }
    const similar = similarEndpoint(request.method, request.path)
    const suggestion = similar === undefined ? '' : ` Did you mean ${similar}?`
    const message = `${request.method} is not available here; use ${allowed}.${suggestion}`
    throw new ApiError('METHOD_NOT_ALLOWED', message)
  })
}
