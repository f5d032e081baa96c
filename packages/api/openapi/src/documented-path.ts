import type { Endpoint } from '@gleaner/contracts'

/** OpenAPI knows no parameter that takes slashes: `/files/{+key}` is `/files/{key}`. */
export function documentedPath({ path }: Pick<Endpoint, 'path'>): string {
  return path.replaceAll('{+', '{')
}
