import { ApiError, type Endpoint } from '@gleaner/contracts'
import type { Request, Response, Router } from 'express'
import { routePath } from '../bind.ts'

/** Answers 405 with an Allow header where a path exists, but not with this method. Comes after all routes. */
export function refuseOtherMethods(router: Router, endpoints: readonly Endpoint[]): void {
  const byPath = Map.groupBy(endpoints, (endpoint) => routePath(endpoint))
  for (const [path, sharing] of byPath) {
    const allowed = sharing.map((endpoint) => endpoint.method).join(', ')
    router.all(path, (request: Request, response: Response) => {
      response.setHeader('Allow', allowed)
      throw new ApiError('METHOD_NOT_ALLOWED', `${request.method} is not available here; use ${allowed}.`)
    })
  }
}
