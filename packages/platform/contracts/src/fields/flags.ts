import { z } from 'zod'

/** Yes or no, in a query. */
export function queryFlag() {
  const flag = z.stringbool({ truthy: ['true', '1', 'yes'], falsy: ['false', '0', 'no'] })
  // Clients make their types of it, and a query says `true` and `false`.
  return flag.meta({ type: 'boolean' })
}
