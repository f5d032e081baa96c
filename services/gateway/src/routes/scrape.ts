import { asReadBySender } from '../client-dialects.ts'
import type { Handler } from '../handler.ts'
import { runScrape } from '../run-scrape.ts'
import { sendFinished } from '../send-finished.ts'

/** POST /scrape: answered from the cache, or accepted as a job and waited for. */
export const postScrape: Handler<'postScrape'> = (ctx, call) =>
  runScrape(ctx, { ...call, body: asReadBySender(call.request, call.body) }, sendFinished)
