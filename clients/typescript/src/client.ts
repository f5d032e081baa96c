import { ClientApi } from './generated/client-api.ts'
import { type ClientOptions, settingsOf } from './options.ts'
import { createTransport } from './transport/transport.ts'

/**
 * A client of Gleaner.
 *
 * ```ts
 * const gleaner = new Gleaner({ apiKey: 'sk_live_…', baseUrl: 'https://scrape.example.com' })
 * const jobs = await gleaner.jobs.list({ limit: 10 })
 * ```
 */
export class Gleaner extends ClientApi {
  constructor(options?: ClientOptions) {
    super(createTransport(settingsOf(options)))
  }
}
