import { z } from 'zod'
import { FETCHING, Formats, fetchingOf, Url } from './fields.ts'
import { defineTool, FETCHES } from './tool.ts'
import { WaitSeconds, waitForBegun } from './wait-for-work.ts'
import { begunReply, WorkState } from './work-state.ts'

export const scrapeBatch = defineTool({
  name: 'scrape_batch',
  title: 'Scrape many pages',
  description:
    'Scrapes up to 1,000 addresses at once, each charged as by scrape. Addresses that cannot be fetched at all are left out and named in skipped; pages that fail cost nothing. It goes on by itself: the reply says how far it is and gives a work_id for check_work, list_results and cancel_work.',
  annotations: FETCHES,
  beginsWork: true,
  input: z.strictObject({
    urls: z.array(Url).min(1).max(1_000).describe('The addresses.'),
    formats: Formats,
    ...FETCHING,
    wait_seconds: WaitSeconds,
  }),
  output: WorkState,
  async run({ urls, formats, wait_seconds, ...fetching }, call) {
    const { batch_id } = await call.client.batches.create(
      { urls, formats, on_invalid: 'skip', ...fetchingOf(fetching) },
      { signal: call.signal },
    )
    return begunReply(await waitForBegun(call, { kind: 'batch', id: batch_id }, wait_seconds))
  },
})
