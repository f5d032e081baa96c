import { API_ROOT, CLOSE_CODES } from '@gleaner/contracts'
import { type Channel, channels, type Message } from './async-channels.ts'
import { SECURITY_SCHEMES } from './security.ts'
import type { Json } from './types.ts'

/** The AsyncAPI 3 document of the WebSockets, made of the declarations of their messages. `publicUrl`: without the API's root. */
export function createAsyncDocument({ publicUrl }: { publicUrl: string }): Json {
  const { protocol, host, pathname } = new URL(publicUrl)
  const all = channels()
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Gleaner, live',
      version: 'v1',
      description: `Follows jobs, batches and crawls, and shows the browser of a login by hand. The same declarations make the OpenAPI document, which has the event streams. Close codes: ${Object.entries(
        CLOSE_CODES,
      )
        .map(([code, why]) => `${code} ${why}`)
        .join('; ')}`,
    },
    defaultContentType: 'application/json',
    servers: {
      api: {
        host,
        protocol: protocol === 'https:' ? 'wss' : 'ws',
        pathname: `${pathname.replace(/\/$/, '')}${API_ROOT}`,
        security: [
          { $ref: '#/components/securitySchemes/apiKey' },
          { $ref: '#/components/securitySchemes/queryKey' },
        ],
      },
    },
    channels: Object.fromEntries(all.map((channel) => [channel.name, describe(channel)])),
    operations: Object.fromEntries(all.flatMap(operationsOf)),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'httpApiKey',
          name: 'X-API-Key',
          in: 'header',
          description: SECURITY_SCHEMES.apiKey.description,
        },
        queryKey: {
          type: 'httpApiKey',
          name: 'api_key',
          in: 'query',
          description: SECURITY_SCHEMES.queryKey.description,
        },
      },
    },
  }
}

function describe({ address, title, description, parameters, query, takes, sends }: Channel): Json {
  const messages = [...sends.messages, ...takes.messages]
  return {
    address,
    title,
    description,
    ...(parameters && { parameters }),
    messages: Object.fromEntries(messages.map((message) => [message.name, message])),
    bindings: {
      ws: { method: 'GET', query: { type: 'object', properties: query }, bindingVersion: '0.1.0' },
    },
  }
}

/** From the service's side: what clients send it receives. */
function operationsOf({ name, takes, sends }: Channel): [string, Json][] {
  const channel = { $ref: `#/channels/${name}` }
  const refs = (messages: readonly Message[]) =>
    messages.map((message) => ({ $ref: `#/channels/${name}/messages/${message.name}` }))
  return [
    [takes.operation, { action: 'receive', summary: takes.summary, channel, messages: refs(takes.messages) }],
    [sends.operation, { action: 'send', summary: sends.summary, channel, messages: refs(sends.messages) }],
  ]
}
