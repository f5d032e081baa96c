import { ApiError, isUuid } from '@gleaner/contracts'

/** A path's id in small letters, as ids are compared as texts here and there. Throws NOT_FOUND for what is no UUID. */
export function uuidOrNotFound(id: string): string {
  if (isUuid(id)) return id.toLowerCase()
  throw new ApiError('NOT_FOUND', 'There is nothing of this id, which is no UUID.')
}
