import { checkReading } from '@gleaner/intake'
import type { Handler } from '../handler.ts'
import { runScrape } from '../run-scrape.ts'

/** POST /parse: a scrape whose page has been sent. A worker reads it, in the pool of readers that fetched pages go through. */
export const postParse: Handler<'postParse'> = async (ctx, call) => {
  await checkReading(ctx, call.caller, call.body)
  await runScrape(ctx, call)
}
