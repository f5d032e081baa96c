import type { Endpoint } from '@gleaner/contracts'
import { documentedPath } from '../document.ts'
import type { Example } from '../example-of.ts'

/** An endpoint's first example as a command of curl. */
export function curlOf(endpoint: Endpoint, { params, query, bodies }: Example): string {
  const body = Object.values(bodies)[0]
  const parts = [
    'curl -s',
    method(endpoint, body !== undefined),
    `"$API${filled(documentedPath(endpoint), params)}${search(query)}"`,
    credential(endpoint),
    body !== undefined &&
      `-H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
  ]
  return parts.filter(Boolean).join(' ')
}

/** What curl does without being told: GET, and POST where there is a body. */
function method({ method: name }: Endpoint, hasBody: boolean): string | false {
  return name !== (hasBody ? 'POST' : 'GET') && `-X ${name}`
}

function credential({ auth }: Endpoint): string | false {
  if (auth === 'none') return false
  return auth === 'bearer' ? '-H "Authorization: Bearer $TOKEN"' : '-H "X-API-Key: $KEY"'
}

function filled(path: string, params: Record<string, unknown>): string {
  return path.replaceAll(/\{(\w+)\}/g, (whole, name) => (name in params ? String(params[name]) : whole))
}

function search(query: Record<string, unknown>): string {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString()
  return text && `?${text}`
}
