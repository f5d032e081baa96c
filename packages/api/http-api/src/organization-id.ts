import { ApiError, isUuid } from '@gleaner/contracts'
import type { Request } from 'express'
import { queryValue } from './query-value.ts'

/**
 * The organization that a request acts for; undefined without one. Throws INVALID_REQUEST for what is no id. Who cannot send headers
 * names it in the query (`orInQuery`).
 */
export function organizationIdOf(request: Request, orInQuery = false): string | undefined {
  const inHeader = request.get('X-Organization-Id')
  const id = inHeader ?? (orInQuery ? queryValue(request, 'organization_id') : undefined)
  if (id === undefined || isUuid(id)) return id?.toLowerCase()
  const message = 'must be the id of an organization, a UUID; leave it out to act for yourself'
  const path = inHeader === undefined ? 'organization_id' : 'X-Organization-Id'
  throw new ApiError('INVALID_REQUEST', `${path}: ${message}`, {
    issues: [{ path, message }],
  })
}
