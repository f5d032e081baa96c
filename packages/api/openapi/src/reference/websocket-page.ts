import { CLOSE_CODES, LiveAction, LiveMessage } from '@gleaner/contracts'
import { z } from 'zod'
import { tidy } from '../tidy-schema.ts'
import type { Json } from '../types.ts'
import { fieldTable } from './field-table.ts'
import { table } from './table.ts'

/** The messages of the WebSocket, and why it is closed. */
export function websocketPage(): string {
  const messages = toJson(LiveMessage, 'output').oneOf as Json[]
  return [
    '# WebSocket',
    '`/api/v1/ws/jobs` follows jobs, batches and crawls. The key, or an access token, comes in `X-API-Key`, in `Authorization`, as a subprotocol, or as `?api_key=`; an organization in `X-Organization-Id` or `?organization_id=`. Any origin may connect. One connection follows 1,000 jobs, batches and crawls at a time.',
    '## What a client sends',
    'A message is one JSON object of at most 512 characters.',
    fieldTable(toJson(LiveAction, 'input'), {}),
    '## What the service sends',
    'Each message is one JSON object; its `type` is the name below. After a reconnection subscribe again: nothing is lost, and an end may come once more.',
    ...messages.flatMap(message),
    '## Close codes',
    table(['Code', 'Why'], Object.entries(CLOSE_CODES)),
  ].join('\n\n')
}

function message(schema: Json): string[] {
  const { type, ...properties } = schema.properties as Record<string, Json>
  const fields = fieldTable({ ...schema, properties }, {})
  return [`### \`${type!.const}\``, String(schema.description), fields]
}

function toJson(schema: z.ZodType, io: 'input' | 'output'): Json {
  return z.toJSONSchema(schema, {
    io,
    override: ({ zodSchema, jsonSchema }) => tidy(zodSchema, jsonSchema as Json, io === 'output'),
  }) as Json
}
