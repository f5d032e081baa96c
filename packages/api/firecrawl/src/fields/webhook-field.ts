import { badRequest } from '../door-error.ts'
import { type Draft, place } from '../translate/draft.ts'
import type { Field } from './field.ts'

/** Names of events, as they are chosen. */
export const WEBHOOK_EVENTS = ['started', 'page', 'completed', 'failed'] as const

/** Whom a crawl or batch tells of its pages and its end: an address, or one with what it is told beside. */
export const WEBHOOK_FIELD: Field = {
  name: 'webhook',
  type: 'any',
  set: setWebhook as Field['set'] & {},
  does: '`webhook_url`, `webhook_headers`; the events and the signature are those of this API',
}

function setWebhook(webhook: unknown, draft: Draft): void {
  const given = typeof webhook === 'string' ? { url: webhook } : Object(webhook)
  const { url, events, metadata, headers } = given as Record<string, unknown>
  if (typeof url !== 'string')
    throw badRequest('webhook.url must be a string', ['webhook', 'url'], 'invalid_type')
  if (events !== undefined && !isListOfEvents(events))
    throw badRequest(`webhook.events are of ${WEBHOOK_EVENTS.join(', ')}`, ['webhook', 'events'])
  place(draft, 'webhook_url', url)
  if (headers !== undefined && headers !== null) place(draft, 'webhook_headers', headers)
  draft.marker.webhook = {
    // None is said by some for all.
    ...(events !== undefined && events.length > 0 && { events }),
    ...(metadata !== undefined && { metadata: Object(metadata) }),
  }
}

function isListOfEvents(events: unknown): events is string[] {
  return (
    Array.isArray(events) && events.every((name) => (WEBHOOK_EVENTS as readonly unknown[]).includes(name))
  )
}
