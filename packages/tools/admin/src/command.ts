import type { Actor } from '@gleaner/audit-log'
import type { Database } from '@gleaner/db'
import type { Environment } from '@gleaner/runtime/config'

/** What a command works with. */
export interface AdminContext {
  db: Database
  /** Who runs it, for the audit log. */
  actor: Actor
  /** Settings beyond the database, for the few commands that need any. */
  env: Environment
}

export interface Option {
  /** What the value stands for, for the usage text; absent for a switch. */
  value?: string
  required?: boolean
  help: string
}

/** One command of the operator: its options, and what it does with them. */
export interface Command {
  summary: string
  options: Record<string, Option>
  /** Returns what is shown: by name, or a list of such rows. Throws AdminError for what the operator can mend. */
  run(ctx: AdminContext, values: Values): Promise<Shown | Shown[]>
}

export type Values = Readonly<Record<string, string | boolean | undefined>>
/** As JSON what it is; in lines a list is joined by spaces, and what there is not is `(none)`. */
export type Shown = Record<string, string | number | boolean | null | readonly string[]>

/** A mistake of the operator's; the message says what to do. */
export class AdminError extends Error {
  override readonly name = 'AdminError'
}

/** Far above any balance, far below what a bigint of micros holds. */
const MOST = 1e12

/** A number above 0 that an option gave, or `fallback`; throws AdminError that names the option. */
export function positiveNumber(values: Values, option: string, fallback?: number): number {
  const text = values[option]
  if (text === undefined && fallback !== undefined) return fallback
  const number = Number(text)
  if (number > 0 && number <= MOST) return number
  throw new AdminError(`--${option} must be a number above 0 and at most ${MOST}, and it is "${text}".`)
}
