import { ENDPOINTS, type Endpoint } from '@gleaner/contracts'
import { byArea, documentedPath } from '../document.ts'
import { exampleOf } from '../examples/index.ts'
import { TAGS, tagOf } from '../tags.ts'

/** Every endpoint with what it does and a line to try it, area by area, as Markdown. `$API`, `$KEY` and `$TOKEN` are the reader's. */
export function endpointList(): string {
  const areas = Map.groupBy(Object.entries<Endpoint>(ENDPOINTS).sort(byArea), ([, endpoint]) =>
    tagOf(endpoint),
  )
  return [...areas].map(([tag, endpoints]) => area(tag, endpoints)).join('\n\n')
}

function area(tag: string, endpoints: [string, Endpoint][]): string {
  const description = TAGS.find(({ name }) => name === tag)?.description
  const entries = endpoints.map(
    ([name, endpoint]) => `${entry(endpoint)}\n\`\`\`sh\n${curlOf(name, endpoint)}\n\`\`\``,
  )
  return [`### ${tag}`, description, ...entries].filter(Boolean).join('\n\n')
}

function entry(endpoint: Endpoint): string {
  const statuses = Object.keys(endpoint.responses).join(', ')
  return `**\`${endpoint.method} ${documentedPath(endpoint)}\`** ${endpoint.summary} (${statuses})\n`
}

/** The endpoint's first example as a command of curl. */
function curlOf(name: string, endpoint: Endpoint): string {
  const { params, query, bodies } = exampleOf(name)
  const body = Object.values(bodies)[0]
  const parts = [
    'curl -s',
    method(endpoint, body !== undefined),
    quoted(`$API${filled(documentedPath(endpoint), params)}${search(query)}`),
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

const quoted = (text: string) => `"${text}"`
