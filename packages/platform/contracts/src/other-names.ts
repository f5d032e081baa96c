import { z } from 'zod'

/**
 * What clients of other services call a field, in snake case. Such a name is refused all the same, as its values may mean something
 * else there, but with the name that the field has here. Register a field last: each further method of zod makes another schema.
 */
export const OTHER_NAMES = z.registry<{ names: readonly string[] }>()
