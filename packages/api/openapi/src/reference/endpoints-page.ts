import { ENDPOINTS, type Endpoint } from '@gleaner/contracts'
import { AREAS, areaOf, byArea } from '../areas.ts'
import { createDocument, documentedPath } from '../document.ts'
import { exampleOf } from '../example-of.ts'
import { factsOf } from '../facts-of-endpoint.ts'
import { replyHeaders } from '../headers.ts'
import { requestHeaders } from '../parameters.ts'
import { SECURITY_SCHEMES } from '../security.ts'
import type { Json, OpenApiDocument, Operation } from '../types.ts'
import { curlOf } from './curl-of.ts'
import { fieldTable, meaningOf } from './field-table.ts'
import { table } from './table.ts'
import { refOf, typeText } from './type-text.ts'

/** Every endpoint with what it does, what it takes and replies, and a line to try it, area by area. */
export function endpointsPage(): string {
  const document = createDocument({ publicUrl: 'http://localhost' })
  const endpoints = Map.groupBy(Object.entries<Endpoint>(ENDPOINTS).sort(byArea), ([, endpoint]) =>
    areaOf(endpoint),
  )
  return [
    '# Endpoints',
    'Paths are below `/api/v1`. In the samples `$API` is the address of the server with `/api/v1`, `$KEY` an API key, and `$TOKEN` the access token of a person who has signed in. The [errors](errors.md) that an endpoint names come beside those that every endpoint may answer with.',
    '## Credentials',
    'Two different credentials in one request are refused.',
    Object.values(SECURITY_SCHEMES)
      .map(({ description }) => `- ${description}`)
      .join('\n'),
    '## Headers of requests',
    table(['Header', 'Meaning'], requestHeaders()),
    ...[...endpoints].map(([name, those]) => section(name, those, document)),
    '## Headers of replies',
    table(['Header', 'Meaning'], replyHeaders()),
  ].join('\n\n')
}

function section(area: string, endpoints: [string, Endpoint][], document: OpenApiDocument): string {
  const about = AREAS.find(({ name }) => name === area)?.about
  return [`## ${area}`, about, ...endpoints.map(([name, endpoint]) => entry(name, endpoint, document))].join(
    '\n\n',
  )
}

function entry(name: string, endpoint: Endpoint, document: OpenApiDocument): string {
  const operation = document.paths[documentedPath(endpoint)]![endpoint.method.toLowerCase()]!
  const { schemas } = document.components
  return [
    `### \`${endpoint.method} ${documentedPath(endpoint)}\``,
    endpoint.summary,
    endpoint.description,
    [credential(endpoint), ...factsOf(endpoint)].filter(Boolean).join(' '),
    parameters(operation, schemas),
    `\`\`\`sh\n${curlOf(endpoint, exampleOf(name))}\n\`\`\``,
    takesAndReplies(endpoint, operation, schemas),
  ]
    .filter(Boolean)
    .join('\n\n')
}

const CREDENTIALS: Record<Endpoint['auth'], string> = {
  none: 'Takes no credential.',
  bearer: 'Takes the access token of a person, and no key.',
  apiKeyOrBearer: '',
  apiKeyOrQueryKey: 'The key may also stand in the query, as `api_key`.',
}

function credential({ auth }: Endpoint): string {
  return CREDENTIALS[auth]
}

/** What stands in the path, in braces, and in the query. */
function parameters({ parameters = [] }: Operation, schemas: Record<string, Json>): string {
  const rows = parameters.flatMap(({ name, in: place, required, schema, description }) =>
    place === 'header'
      ? []
      : [
          [
            place === 'path' ? `\`{${name}}\`` : `\`${name}\`${required ? '' : '?'}`,
            typeText(schema, schemas),
            meaningOf({ ...schema, description }),
          ],
        ],
  )
  return rows.length === 0 ? '' : table(['Parameter', 'Type', 'Meaning'], rows)
}

function takesAndReplies(
  { responses, errors, events, lines }: Endpoint,
  { requestBody, responses: replies }: Operation,
  schemas: Record<string, Json>,
): string {
  const body = requestBody?.content['application/json']?.schema
  const given = Object.keys(responses).map((status) =>
    `${status} ${replyText(replies[status]!, schemas)}`.trimEnd(),
  )
  const parts = [
    body && refOf(body) && `Body: ${typeText(body, schemas)}.`,
    `Replies: ${given.join(', ')}${lines ? ', or a line of JSON for each' : ''}.`,
    events && `Events: ${eventList(events)}.`,
    errors.length > 0 && `Errors: ${errors.map((code) => `\`${code}\``).join(', ')}.`,
  ]
  const fields = body && !refOf(body) ? fieldTable(body, schemas) : ''
  return [fields, parts.filter(Boolean).join(' ')].filter(Boolean).join('\n\n')
}

function replyText({ content = {} }: Json, schemas: Record<string, Json>): string {
  const [[type, media] = []] = Object.entries(content as Record<string, Json>)
  if (type === undefined) return ''
  return type === 'application/json' ? typeText(media!.schema as Json, schemas) : `\`${type}\``
}

function eventList(events: NonNullable<Endpoint['events']>): string {
  return Object.keys(events)
    .map((event) => `\`${event}\``)
    .join(', ')
}
