import { z } from 'zod'
import { SENT_FIELDS } from './batches/request.ts'
import { HttpUrl } from './http-url.ts'
import { LABEL_FIELDS } from './labels.ts'
import { placeAliases } from './scrape/field-aliases.ts'
import { LENIENT_FIELDS } from './scrape/request.ts'
import { WebhookUrl } from './webhook-url.ts'

/** Body of POST /jobs/{job_id}/retry: fields of a scrape that go before those that the job was asked with. */
export const JobChanges = z
  .strictObject({
    url: HttpUrl.optional().describe('Another page. Default: that of the job.'),
    sync: z.boolean().optional().describe('Whether the page is waited for; default: as the job was.'),
    webhook_url: WebhookUrl.optional().describe('Receives the end of the new job; https.'),
    ...LABEL_FIELDS,
    ...SENT_FIELDS,
    ...LENIENT_FIELDS,
  })
  .transform(placeAliases)
  .describe('Fields of a scrape that go before those that the job was asked with.')
export type JobChanges = z.infer<typeof JobChanges>
