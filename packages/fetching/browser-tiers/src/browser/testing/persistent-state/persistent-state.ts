import type { FetchRequest } from '@gleaner/http-tiers'
import type { Exchange as Asked } from '../state-site.ts'

export interface Exchange extends Asked {
  /** The page that leaves the state. */
  page: string
}

/**
 * One kind of state that a browser keeps. Its functions run inside pages and must stand alone; `look` must find `kept`
 * in the visit that left it, else the row would prove nothing, and `gone` in the next one.
 */
export interface PersistentState {
  name: string
  /** What the first visitor asks for beyond the page that leaves the state. */
  first?: Partial<Omit<FetchRequest, 'url'>>
  /** Where the first visitor goes; `{port}` stands for the site's port. */
  entry?: string
  /** Where the second visitor goes. */
  secondEntry?: string
  second?: Partial<Omit<FetchRequest, 'url'>>
  leave?: () => unknown
  look: () => unknown
  kept: unknown
  /** What takes the place of `kept` in a browser that never logs in by itself, as ours does not. */
  keptWithoutLogins?: unknown
  gone: unknown
  /** Whether the browser context may serve the second visitor after the wipe, or must be closed. */
  context: 'wiped' | 'closed'
  /** Responses of the site, by path. */
  serve?: Record<string, (exchange: Exchange) => void>
}

export function html(response: Exchange['response'], body: string, headers: Record<string, string> = {}) {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
}

export function text(response: Exchange['response'], body: string, headers: Record<string, string> = {}) {
  response.writeHead(200, { 'content-type': 'text/plain', ...headers }).end(body)
}
