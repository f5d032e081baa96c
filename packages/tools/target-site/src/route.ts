import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Hellos } from './tls-server.ts'

/** One request to the target site and everything a route needs to answer it. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  /** What follows the route's path when that ends in `/*`. */
  rest: string
  body: Buffer
  /** Lives as long as the site: counters, issued tokens. */
  memory: SiteMemory
}

export interface SiteMemory {
  counters: Map<string, number>
  tokens: Set<string>
  hellos: Hellos
}

export interface Route {
  /** An exact path, or a prefix that ends in `/*`. */
  path: string
  /** For the index page: what a visitor finds there. */
  about: string
  /** A path that shows the route, when `path` itself does not. */
  example?: string
  handle: (exchange: Exchange) => void | Promise<void>
}

export interface RouteGroup {
  title: string
  routes: Route[]
}

/** Counts up a named counter of the site and gives the new count. */
export function incrementCounter(memory: SiteMemory, name: string): number {
  const count = (memory.counters.get(name) ?? 0) + 1
  memory.counters.set(name, count)
  return count
}

/** A whole number of the query, within bounds; the default when it is absent or no number. */
export function numberOf(url: URL, name: string, fallback: number, most: number): number {
  const value = Number.parseInt(url.searchParams.get(name) ?? '', 10)
  return Number.isNaN(value) ? fallback : Math.max(0, Math.min(value, most))
}

export function cookiesOf(request: IncomingMessage): Map<string, string> {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return new Map(pairs.filter(([name]) => name).map(([name, ...value]) => [name!, value.join('=')]))
}
