import type { Dialect } from '../dialect.ts'
import type { Marker } from '../documents/marker.ts'

/** A request of ours in the making. */
export interface Draft {
  dialect: Dialect
  /** The body as it was sent. */
  given: Readonly<Record<string, unknown>>
  /** Fields of ours. */
  request: Record<string, unknown>
  /** Told with the reply. */
  warnings: string[]
  /** What the documents show. */
  marker: Marker
  /** Whether a model of the caller's is asked: where there is none, the request does without. */
  asksModel: boolean
}

export function createDraft(dialect: Dialect, given: Record<string, unknown>): Draft {
  return { dialect, given, request: {}, warnings: [], marker: { dialect, show: [] }, asksModel: false }
}

/** Writes a field of ours by its path: `advanced.mobile`. */
export function place({ request }: Draft, path: string, value: unknown): void {
  const names = path.split('.')
  const last = names.pop()!
  let at = request
  for (const name of names) {
    at[name] ??= {}
    at = at[name] as Record<string, unknown>
  }
  at[last] = value
}

export function placed({ request }: Draft, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], request)
}

/** Has the page rendered. */
export function needBrowser(draft: Draft): void {
  place(draft, 'advanced.render_js', true)
}
