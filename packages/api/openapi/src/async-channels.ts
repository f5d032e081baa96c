import { FRAME_SAYS, LiveAction, LiveMessage, ViewerAction, ViewerMessage } from '@gleaner/contracts'
import { z } from 'zod'
import { describeFields } from './describe-fields.ts'
import { JOB_MESSAGES, VIEWER_ACTIONS, VIEWER_MESSAGES } from './message-examples.ts'
import { ORGANIZATION_ID } from './parameters.ts'
import { SECURITY_SCHEMES } from './security.ts'
import { tidy } from './tidy-schema.ts'
import type { Json } from './types.ts'

export type Message = { name: string } & Json

/** One of our WebSockets: where it is, and what passes on it. */
export interface Channel {
  name: string
  address: string
  title: string
  description: string
  parameters?: Record<string, Json>
  query: Record<string, Json>
  /** Operations, by their names. */
  takes: { operation: string; summary: string; messages: Message[] }
  sends: { operation: string; summary: string; messages: Message[] }
}

const organization_id = { type: 'string', description: ORGANIZATION_ID.description }

/** Made when it is asked for: schemas are turned then. */
export const channels = (): readonly Channel[] => [
  {
    name: 'jobs',
    address: '/ws/jobs',
    title: 'Jobs, batches and crawls',
    description: 'Follows them as they run, or all of the account as they end.',
    query: {
      api_key: { type: 'string', description: SECURITY_SCHEMES.queryKey.description },
      organization_id,
    },
    takes: {
      operation: 'follow',
      summary: 'What a client sends: at most 512 characters.',
      messages: [
        messageOf(
          { ...toJson(LiveAction, 'input'), title: 'action', description: 'What a client asks for.' },
          JOB_MESSAGES,
        ),
      ],
    },
    sends: {
      operation: 'tell',
      summary: 'What the service sends, by `type`.',
      messages: membersOf(LiveMessage, 'output').map((payload) => messageOf(payload, JOB_MESSAGES)),
    },
  },
  {
    name: 'manualLogin',
    address: '/ws/manual-logins/{manual_login_id}',
    title: 'The browser of a login by hand',
    description:
      'Shows the browser and works with it. The ticket of `POST /manual-logins` or `POST /manual-logins/{manual_login_id}/tickets` opens it once: it is sent with your credential as WebSocket subprotocols, `gleaner, <ticket>, <credential>`. What passes is kept nowhere.',
    parameters: {
      manual_login_id: { description: 'The login by hand, of which the ticket is.' },
    },
    query: { organization_id },
    takes: {
      operation: 'act',
      summary: 'What a viewer does, by `type`: 150 a second, and 300 at once. Those beyond are left out.',
      messages: membersOf(ViewerAction, 'input').map((payload) =>
        messageOf({ ...payload, title: `do_${typeOf(payload)}` }, VIEWER_ACTIONS),
      ),
    },
    sends: {
      operation: 'show',
      summary: 'What a viewer is shown: frames, and messages by `type`.',
      messages: [
        FRAME,
        ...membersOf(ViewerMessage, 'output').map((payload) => messageOf(payload, VIEWER_MESSAGES)),
      ],
    },
  },
]

const FRAME: Message = {
  name: 'frame',
  title: 'frame',
  summary: FRAME_SAYS,
  contentType: 'application/octet-stream',
  payload: { type: 'string', format: 'binary' },
}

function membersOf(union: z.ZodType, io: 'input' | 'output'): Json[] {
  return toJson(union, io).oneOf as Json[]
}

function typeOf(payload: Json): string {
  return String((payload.properties as Record<string, Json>).type?.const)
}

function messageOf(payload: Json, examples: Record<string, object>): Message {
  const { title, description, ...schema } = payload
  const name = String(title ?? typeOf(payload))
  return { name, title: name, summary: description, payload: schema, examples: [{ payload: examples[name] }] }
}

function toJson(schema: z.ZodType, io: 'input' | 'output'): Json {
  const json = z.toJSONSchema(schema, {
    io,
    override: ({ zodSchema, jsonSchema }) => tidy(zodSchema, jsonSchema as Json, io === 'output'),
  }) as Json
  delete json.$schema
  return describeFields(json, io)
}
