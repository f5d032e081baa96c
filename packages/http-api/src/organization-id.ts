import { ApiError, isUuid } from '@gleaner/contracts'
import type { Request } from 'express'

/** The organization that a request acts for; undefined without one. Throws INVALID_REQUEST for what is no id. */
export function organizationIdOf(request: Request): string | undefined {
  const id = request.get('X-Organization-Id')
  if (id === undefined || isUuid(id)) return id?.toLowerCase()
  const message = 'must be the id of an organization, a UUID; leave it out to act for yourself'
  throw new ApiError('INVALID_REQUEST', `X-Organization-Id: ${message}`, {
    issues: [{ path: 'X-Organization-Id', message }],
  })
}
