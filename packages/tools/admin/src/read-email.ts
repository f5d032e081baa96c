import { normalizeEmail } from '@gleaner/contracts'
import { AdminError, type Values } from './command.ts'

/** The address that `--email` gives, as it is stored. Throws AdminError for what is none. */
export function readEmail(values: Values): string {
  const email = normalizeEmail(String(values.email))
  if (email !== undefined) return email
  throw new AdminError(`--email must be an e-mail address, and it is "${values.email}".`)
}
