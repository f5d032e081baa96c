import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { layout } from './layout.ts'

/** Sends a whole body with its length. */
export function send(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  body: string | Uint8Array,
): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  response.writeHead(status, { 'content-length': bytes.byteLength, ...headers })
  response.end(bytes)
}

/** Sends a small page in the site's own layout; `body` is HTML. */
export function sendPage(
  response: ServerResponse,
  { status = 200, title, body, headers = {} }: PageAnswer,
): void {
  send(response, status, { ...HTML, ...headers }, layout(title, body))
}

export interface PageAnswer {
  status?: number
  title: string
  body: string
  headers?: OutgoingHttpHeaders
}

export const HTML = { 'content-type': 'text/html; charset=utf-8' }

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  send(response, status, { 'content-type': 'application/json' }, JSON.stringify(value, null, 2))
}

export function redirect(response: ServerResponse, location: string, status = 302): void {
  send(response, status, { location, 'content-type': 'text/plain' }, `Moved to ${location}\n`)
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
