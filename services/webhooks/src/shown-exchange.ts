import type { SentRequest } from '@gleaner/outgoing-webhooks'
import { hashOf } from '@gleaner/webhook-bodies'

type Headers = Readonly<Record<string, string>>

/** A request as its owner may be shown it: headers of theirs by their names alone. */
export function shownRequest(body: Buffer, ours: Headers, own: Headers = {}): SentRequest {
  const names = Object.keys(own).map((name) => [name, null])
  return {
    headers: { ...ours, ...Object.fromEntries(names) },
    bodyHash: hashOf(body),
    bodyBytes: body.byteLength,
  }
}

const SHOWN_CHARS = 1_024
/** Less is no secret, and stands in many an answer by chance. */
const LEAST_SECRET = 4

/**
 * How an answer began, without what it repeats of headers that are secrets: whole values and words of them (`Bearer …`), also as JSON or an
 * address writes them. Stars take the places of letters, so that none that was cut off moves into what is shown.
 */
export function shownAnswer(text: string, own: Headers = {}): string | undefined {
  const values = Object.values(own).flatMap((value) => [value, ...value.split(/[\s,;]+/)])
  const forms = values.flatMap((value) => [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
  ])
  const secrets = [...new Set(forms)]
    .filter(({ length }) => length >= LEAST_SECRET)
    .sort((a, b) => b.length - a.length)
  const masked = secrets.reduce((shown, secret) => shown.replaceAll(secret, '*'.repeat(secret.length)), text)
  return masked.slice(0, SHOWN_CHARS).replaceAll('\0', '\ufffd').toWellFormed() || undefined
}
