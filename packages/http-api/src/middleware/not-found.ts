import { ApiError } from '@gleaner/contracts'
import type { Request } from 'express'

export function notFound(request: Request): never {
  throw new ApiError('NOT_FOUND', `There is nothing at ${request.path.slice(0, 200)}.`)
}
