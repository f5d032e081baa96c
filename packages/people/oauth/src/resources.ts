import { API_ROOT, isServed, OAuthError, PUBLIC_PATHS } from '@gleaner/contracts'
import { issuerOf } from './issuer.ts'

/**
 * Names of what a key is good for, below the issuer (RFC 9728), as far as they are served: all are this service, which a key is good for as a
 * whole.
 */
export const RESOURCE_PATHS = ['', API_ROOT, '/mcp'].filter(
  (path) => path === '' || isServed(path, PUBLIC_PATHS),
)

/** What was asked for by the parameter `resource` of RFC 8707, each once. Throws invalid_target for what is not of this service. */
export function readResources(
  publicUrl: string,
  given: string | readonly string[] | null | undefined,
): string[] {
  const asked = [given ?? []].flat().filter((resource) => resource !== '')
  const issuer = issuerOf(publicUrl)
  const own = RESOURCE_PATHS.map((path) => issuer + path)
  return [
    ...new Set(
      asked.map(
        (resource) => own.find((each) => each === resource.replace(/\/$/, '')) ?? refuse(resource, own),
      ),
    ),
  ]
}

/** invalid_target where more is asked for now than was allowed; a consent that named nothing allowed the service. */
export function notGranted(granted: readonly string[], asked: readonly string[]): OAuthError | undefined {
  if (granted.length === 0) return undefined
  const other = asked.find((resource) => !granted.includes(resource))
  return other === undefined
    ? undefined
    : new OAuthError('invalid_target', `resource: ${other} was not allowed.`)
}

function refuse(resource: string, own: readonly string[]): never {
  const message = `must be an address of this service: ${own.join(', ')}`
  const shown = resource.slice(0, 200)
  throw new OAuthError('invalid_target', `resource: "${shown}" ${message}`, {
    issues: [{ path: 'resource', message }],
  })
}
