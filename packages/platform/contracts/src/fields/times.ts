import { z } from 'zod'

/** A time of a reply; `says` tells of what. */
export function time(says: string) {
  return z.iso.datetime().describe(says)
}

export const CreatedAt = time('When it was made.')
export const UpdatedAt = time('When it was changed last; until then, when it was made.')
export const Timezone = z.string().describe('IANA name of the zone whose clock its times are read from.')
