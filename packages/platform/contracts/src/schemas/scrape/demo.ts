import { z } from 'zod'
import { HttpUrl } from '../http-url.ts'

/** The highest tier that is tried for strangers. */
export const DEMO_HIGHEST_TIER = '2'

/** Body of POST /scrape/demo. */
export const DemoRequest = z.strictObject({ url: HttpUrl.describe('The page to fetch.') })
export type DemoRequest = z.infer<typeof DemoRequest>
