import { z } from 'zod'
import { HttpUrl } from '../primitives.ts'

/** Body of POST /scrape/demo. */
export const DemoRequest = z.strictObject({ url: HttpUrl })
export type DemoRequest = z.infer<typeof DemoRequest>
