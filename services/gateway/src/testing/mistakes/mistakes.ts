import type { ErrorCode } from '@gleaner/contracts'

/** Mistakes of newcomers at one endpoint: what they change of a right request, with the field that is named and what is said of it. */
export interface Mistakes {
  call: string
  right: Readonly<Record<string, unknown>>
  wrong: readonly [sent: Readonly<Record<string, unknown>>, field: string, said: string][]
}

/** One that no field is wrong in: the headers and the body as they are sent, and how it is answered. */
export type OtherMistake = [
  call: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
  code: ErrorCode,
  said: string,
]
