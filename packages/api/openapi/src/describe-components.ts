import { type Endpoint, WEBHOOK_BODIES } from '@gleaner/contracts'
import type { z } from 'zod'
import { documentedPath } from './documented-path.ts'
import { isJson } from './is-json.ts'

/** What is said of a schema that says nothing of itself: whose body it is. */
export function bodiesOf(endpoints: Record<string, Endpoint>): Map<z.ZodType, string> {
  const found = new Map<z.ZodType, string>()
  const add = (schema: z.ZodType | undefined, says: string) => {
    if (schema && !found.has(schema)) found.set(schema, says)
  }
  for (const endpoint of Object.values(endpoints)) {
    const { method, body, responses, events = {} } = endpoint
    const call = `\`${method} ${documentedPath(endpoint)}\``
    add(body, `Body of ${call}.`)
    const replies = Object.entries(responses).filter(([, schema]) => isJson(schema))
    for (const [status, schema] of replies)
      add(schema, `What ${call} answers${replies.length > 1 ? ` as ${status}` : ''}.`)
    for (const [event, schema] of Object.entries(events))
      add(schema, `Data of the event \`${event}\` of ${call}.`)
  }
  for (const [event, [body]] of Object.entries(WEBHOOK_BODIES)) add(body, `Body of the webhook \`${event}\`.`)
  return found
}
