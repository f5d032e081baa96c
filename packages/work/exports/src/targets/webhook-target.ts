import { signWebhook, webhookIdOf } from '@gleaner/outgoing-webhooks'
import type { RequestSender } from './guarded-request.ts'
import { type Target, TargetFailure } from './target.ts'

/** A request has 1 MB at most: a piece is sent once it has this much, and the row that fills it may add as much as a row may. */
const PIECE_BYTES = 640 * 1024
const PAGE_BYTES = 256 * 1024
const TIMEOUT_MS = 30_000

const HEADERS = { 'user-agent': 'Gleaner-Webhooks/1.0', 'content-type': 'application/json' }

export interface WebhookTargetOptions {
  url: string
  /** Of the export, or of the test. */
  id: string
  secrets: readonly [string, ...string[]]
  send: RequestSender
}

/**
 * Rows in signed requests, one after the other: `export.rows` with `{export_id, object, piece, rows}`, and `export.completed` with the number
 * of pieces of an object. A piece may come twice, with the same `webhook-id`. `bytes` of a piece are its rows as JSON lines.
 */
export function createWebhookTarget(options: WebhookTargetOptions): Omit<Target, 'close'> {
  const post = (event: string, id: string, body: string) => postSigned(options, event, id, body)
  const { id: exportId } = options
  const idOf = (name: string, piece: number) => `${exportId}:${name}:${piece}`

  async function sendPiece(name: string, piece: number, bytes: Uint8Array): Promise<void> {
    const rows = Buffer.from(bytes).toString().trimEnd().replaceAll('\n', ',')
    const facts = JSON.stringify({ export_id: exportId, object: name, piece })
    await post('export.rows', idOf(name, piece), `${facts.slice(0, -1)},"rows":[${rows}]}`)
  }

  async function sendEnd(name: string, pieces: number): Promise<void> {
    const facts = { export_id: exportId, object: name, pieces }
    await post('export.completed', idOf(name, 0), JSON.stringify(facts))
  }

  return {
    partBytes: PIECE_BYTES,
    pageBytes: PAGE_BYTES,
    async put(name, _, bytes) {
      if (bytes.length > 0) await sendPiece(name, 1, bytes)
      await sendEnd(name, bytes.length > 0 ? 1 : 0)
    },
    begin: async () => exportId,
    uploadsOf: async () => [],
    async writePart({ name }, number, _, bytes) {
      await sendPiece(name, number, bytes)
      return ''
    },
    async complete({ name }, parts) {
      await sendEnd(name, parts.length)
      return true
    },
    abandon: async () => {},
    clear: async () => {},
    test: () => post('export.test', exportId, JSON.stringify({ export_id: null })),
  }
}

/** Answers that later ones may not repeat. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429])

async function postSigned(
  { url, secrets, send }: WebhookTargetOptions,
  event: string,
  id: string,
  facts: string,
): Promise<void> {
  const body = Buffer.from(`{"event":${JSON.stringify(event)},${facts.slice(1)}`)
  const timestamp = Math.floor(Date.now() / 1_000)
  const headers = { ...HEADERS, ...signWebhook({ id: webhookIdOf(id), timestamp, body, secrets }) }
  const { status } = await send({ url: new URL(url), method: 'POST', headers, body, timeoutMs: TIMEOUT_MS })
  if (status >= 200 && status < 300) return
  const isFinal = status < 500 && !PASSING.has(status)
  const why = status < 400 ? ', a redirect, which is not followed: name the address that it leads to' : ''
  throw new TargetFailure(`The receiver answered ${status}${why}.`, { isFinal })
}
