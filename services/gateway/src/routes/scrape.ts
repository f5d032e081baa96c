import { asReadBySender } from '../client-dialects.ts'
import type { Handler } from '../handler.ts'
import { runScrape } from '../run-scrape.ts'
import { sendFinished } from '../send-finished.ts'

/** POST /scrape. */
export const postScrape: Handler<'postScrape'> = (ctx, given) =>
  runScrape(ctx, { ...given, body: asReadBySender(given.request, given.body) }, sendFinished)
