import { z } from 'zod'

/** Why something has failed, where it stands among other things. */
export const Problem = z.object({
  code: z.string().describe('The code of the error, for programs.'),
  message: z.string().describe('What went wrong, for people.'),
})
