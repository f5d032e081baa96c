import { z } from 'zod'
import { HttpUrl } from '../http-url.ts'

/** Body of POST /scrape/demo. */
export const DemoRequest = z.strictObject({ url: HttpUrl.describe('The page to fetch.') })
export type DemoRequest = z.infer<typeof DemoRequest>
