import { API_ROOT, CLOSE_CODES, LiveAction, LiveMessage } from '@gleaner/contracts'
import { z } from 'zod'
import { describeFields } from './describe-fields.ts'
import { ORGANIZATION_ID } from './parameters.ts'
import { SECURITY_SCHEMES } from './security.ts'
import { tidy } from './tidy-schema.ts'
import type { Json } from './types.ts'

const CHANNEL = 'jobs'

/** The AsyncAPI 3 document of the WebSocket, made of the declarations of its messages. `publicUrl`: without the API's root. */
export function createAsyncDocument({ publicUrl }: { publicUrl: string }): Json {
  const { protocol, host, pathname } = new URL(publicUrl)
  const sent = (toJson(LiveMessage, 'output').oneOf as Json[]).map((payload) => messageOf(payload))
  const taken = messageOf({
    ...toJson(LiveAction, 'input'),
    title: 'action',
    description: 'What a client asks for.',
  })
  const messages = Object.fromEntries([...sent, taken].map((message) => [message.name, message]))
  const refs = (those: readonly { name: string }[]) =>
    those.map(({ name }) => ({ $ref: `#/channels/${CHANNEL}/messages/${name}` }))
  const channel = { $ref: `#/channels/${CHANNEL}` }
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Gleaner, live',
      version: 'v1',
      description: `Follows jobs, batches and crawls. The same declarations make the OpenAPI document, which has the event streams. Close codes: ${Object.entries(
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
    channels: {
      [CHANNEL]: {
        address: '/ws/jobs',
        title: 'Jobs, batches and crawls',
        messages,
        bindings: {
          ws: {
            method: 'GET',
            query: {
              type: 'object',
              properties: {
                api_key: { type: 'string', description: SECURITY_SCHEMES.queryKey.description },
                organization_id: { type: 'string', description: ORGANIZATION_ID.description },
              },
            },
            bindingVersion: '0.1.0',
          },
        },
      },
    },
    operations: {
      follow: {
        action: 'receive',
        summary: 'What a client sends: at most 512 characters.',
        channel,
        messages: refs([taken]),
      },
      tell: { action: 'send', summary: 'What the service sends, by `type`.', channel, messages: refs(sent) },
    },
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

function messageOf(payload: Json): { name: string } & Json {
  const { title, description, ...schema } = payload
  const type = (payload.properties as Record<string, Json>).type?.const
  const name = String(title ?? type)
  return { name, title: name, summary: description, payload: schema }
}

function toJson(schema: z.ZodType, io: 'input' | 'output'): Json {
  const json = z.toJSONSchema(schema, {
    io,
    override: ({ zodSchema, jsonSchema }) => tidy(zodSchema, jsonSchema as Json, io === 'output'),
  }) as Json
  delete json.$schema
  return describeFields(json, io)
}
