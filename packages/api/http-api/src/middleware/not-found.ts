import { ApiError } from '@gleaner/contracts'
import type { Request } from 'express'
import { meantEndpoint } from './meant-endpoint.ts'

export function notFound({ method, path }: Request): never {
  const meant = meantEndpoint(method, path)
  const suggestion = meant === undefined ? '' : ` Did you mean ${meant}?`
  throw new ApiError('NOT_FOUND', `There is nothing at ${path.slice(0, 200)}.${suggestion}`)
}
