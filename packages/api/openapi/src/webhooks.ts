import { WEBHOOK_BODIES } from '@gleaner/contracts'
import type { Schemas } from './schemas.ts'
import type { Json } from './types.ts'

const HEADERS: Record<string, string> = {
  'webhook-id': 'The same at every attempt: whoever has seen it may leave the request out.',
  'webhook-timestamp': 'Unix time of the attempt, in seconds.',
  'webhook-signature':
    '`v1,` and the signature of Standard Webhooks; more than one after a rotation, by spaces.',
  'X-Service-Signature': '`sha256=` and the hex HMAC-SHA256 of the body, by the secret as it is shown.',
}

/** What the service sends to receivers, by event (`webhooks` of OpenAPI 3.1). */
export function webhooksOf(schemas: Schemas): Json {
  const parameters = Object.entries(HEADERS).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  }))
  return Object.fromEntries(
    Object.entries(WEBHOOK_BODIES).map(([event, [body, summary]]) => [
      event,
      {
        post: {
          operationId: `webhook_${event.replaceAll('.', '_')}`,
          summary,
          tags: ['Webhooks'],
          security: [],
          parameters,
          requestBody: { required: true, content: { 'application/json': { schema: schemas.reply(body) } } },
          responses: {
            '2XX': { description: 'Received. Anything else is tried again: three times in all.' },
          },
        },
      },
    ]),
  )
}
