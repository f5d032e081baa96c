import { z } from 'zod'

/** Yes or no, in a query. */
export function queryFlag() {
  return z.stringbool({ truthy: ['true', '1', 'yes'], falsy: ['false', '0', 'no'] })
}
