import { z } from 'zod'

/** Of every 202 that begins work; `Location` says the same. */
export const PollUrl = z.url().describe('Where it is read, as a whole address.')
