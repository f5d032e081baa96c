import type { Dialect } from '../dialect.ts'
import type { Draft } from '../translate/draft.ts'

/** What a field may hold. */
export type FieldType = 'string' | 'boolean' | 'number' | 'strings' | 'object' | 'list' | 'any'

/**
 * A field of a request of this API, and what becomes of it. Exactly one of `to`, `set`, `untold` and `refused` says so; `does` is for the
 * reference, where `to` does not say it.
 */
export interface Field {
  name: string
  type: FieldType
  /** Dialects that know it; by default v1 and v2. */
  in?: readonly Dialect[]
  min?: number
  max?: number
  oneOf?: readonly string[]
  /** The field of ours that gets the value: `advanced.mobile`. */
  to?: string
  /** Of a number: by what it is divided and rounded up; our times are in seconds. */
  per?: number
  /** With a value that asks for something, a browser is needed. */
  browser?: true
  /** Values that ask for nothing: they are not passed on, and nothing is told of them. */
  idle?: readonly unknown[]
  set?: (value: never, draft: Draft) => void
  /** It is known and has no effect: why, and what to use. Told as a `warning`. */
  noEffect?: string
  /** It is known, and ignoring it would do something else than was asked for: 400, or 501 where nothing of the kind is served. */
  refused?: { status: 400 | 501; instead: string }
  does?: string
}
