import { API_ROOT, ApiError, ENDPOINTS, type Endpoint, nearestName } from '@gleaner/contracts'
import type { Request } from 'express'

/** Of endpoints whose paths name nothing of the caller's. */
const PATHS = [
  ...new Set(
    Object.values<Endpoint>(ENDPOINTS)
      .filter(({ path, operator }) => !operator && !path.includes('{'))
      .map(({ path }) => path),
  ),
]
/** More of their letters than this differ: another path. */
const MOST_DIFFERENT = 0.3

export function notFound({ path }: Request): never {
  const near = nearestPath(path)
  const meant = near === undefined ? '' : ` Did you mean ${API_ROOT}${near}?`
  throw new ApiError('NOT_FOUND', `There is nothing at ${path.slice(0, 200)}.${meant}`)
}

/** The endpoint that a path was probably meant for, which may lack the root, or have another version's. */
function nearestPath(path: string): string | undefined {
  const relative = path.replace(/^(\/api)?(\/v\d{1,3})?(?=\/)/, '')
  return nearestName(relative, PATHS, MOST_DIFFERENT)
}
