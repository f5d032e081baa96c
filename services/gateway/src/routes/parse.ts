import type { Handler } from '../handler.ts'
import { runScrape } from '../run-scrape.ts'
import { sendFinished } from '../send-finished.ts'

/** POST /parse: a scrape whose page has been sent. A worker reads it, in the pool of readers that fetched pages go through. */
export const postParse: Handler<'postParse'> = (ctx, call) => runScrape(ctx, call, sendFinished)
