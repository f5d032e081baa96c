import { z } from 'zod'
import { JobId, ownId } from '../fields/ids.ts'
import { CreditsUsed, EstimatedCredits } from '../fields/money.ts'
import { PageUrl } from '../fields/names.ts'
import { UnderWay } from '../fields/statuses.ts'
import { inWords, RETENTION } from '../limits.ts'
import { PollUrl } from './poll-url.ts'
import { PAGE_FORMATS } from './scrape/formats.ts'
import { EXTRACTION_METHODS, ExtractionMetadata } from './scrape/model-fields.ts'

/** 200 of POST /extract. */
export const ExtractResult = z
  .object({
    extract_id: z
      .uuid()
      .describe(
        `Also the id of its job: GET /jobs/{job_id} gives the page once more for ${inWords(RETENTION.resultMs)}.`,
      ),
    formats: z
      .partialRecord(z.enum(PAGE_FORMATS), z.unknown())
      .describe(
        'By format. `json` holds the extracted fields, where a schema, a profile or a prompt asked for some.',
      ),
    extraction_result: z
      .unknown()
      .optional()
      .describe('The extracted fields; absent where none were asked for.'),
    filtered_content: z
      .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
      .optional()
      .describe('What was found for `extraction_schema` without a model.'),
    missing_fields: z.array(z.string()).describe('Fields of the schema that were not found.'),
    evidence: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'With `evidence`: by field, the passage or where it comes from (`kind`, `found_by`, `source`, `pointer`, `confidence`). A passage that does not stand in the page is left out.',
      ),
    credits_used: CreditsUsed,
    model_used: z.string().nullable().describe('The model that has answered; null where none was asked.'),
    extraction_method: z.enum(EXTRACTION_METHODS).describe('How the fields were found.'),
    extraction_profile: z
      .string()
      .describe('The ready-made schema that was used; `auto` where none was named.'),
    content_size_chars: z
      .number()
      .int()
      .describe('How many characters `content` has; of a fetched page how many bytes.'),
    cache_hit: z.boolean().describe('Whether the answer came from your cache.'),
    extraction_metadata: ExtractionMetadata.describe('Whether a model was asked, which, and how.'),
    warnings: z.array(z.string()).describe('Sentences about the page and the request; may be empty.'),
  })
  .describe('What was extracted from a page.')
export type ExtractResult = z.infer<typeof ExtractResult>

const Time = z.iso.datetime()

/** What versions of a page say, over time: POST /extract with `monitor_id`, and GET /extract/{extract_id}. */
export const ExtractHistory = z
  .object({
    extract_id: z.uuid().describe('Also the id of a batch, whose items read the versions.'),
    monitor_id: ownId('monitor_id'),
    url: PageUrl,
    status: z
      .enum(['pending', 'completed'])
      .describe('`completed`: all versions that were asked for are read, or have failed.'),
    rows: z
      .array(
        z.object({
          checked_at: Time.describe('When the page said so first.'),
          last_checked_at: Time.describe('Of the last version behind it that says the same.'),
          versions: z.number().int().describe('How many versions, one after the other, say so.'),
          data: z.unknown().describe('The extracted fields; null where a version could not be read.'),
          job_id: z.uuid().describe('Of the first version: GET /jobs/{job_id} has the whole result.'),
          error: z.string().optional().describe('Why the version could not be read; absent where it was.'),
        }),
      )
      .describe('The oldest first; versions that say the same one after the other are one row.'),
    versions: z
      .object({
        total: z.number().int().describe('Kept of the page within `from` and `to`, when it was asked.'),
        asked: z.number().int().describe('How many of them are read by this extraction.'),
        read: z.number().int().describe('How many have been read.'),
        failed: z.number().int().describe('How many could not be read.'),
      })
      .describe('How many versions there are, and how they have come out.'),
    credits_used: CreditsUsed,
    poll_url: PollUrl.optional().describe(
      'While versions are still read: where it is read again, as a whole address.',
    ),
  })
  .describe('What the versions of a page say, over time.')
export type ExtractHistory = z.infer<typeof ExtractHistory>

/** 202 of POST /extract, of one page and of those of a batch or crawl. */
export const ExtractAccepted = z
  .union([
    z.object({
      extract_id: z.uuid().describe('The extraction, which `GET /jobs/{job_id}` reads by the same id.'),
      job_id: JobId,
      status: UnderWay,
      poll_url: PollUrl,
    }),
    z.object({
      batch_id: z.string().describe('A batch as `POST /batch` makes one, whose items are the extractions.'),
      status: z.literal('pending').describe('Nothing of it has begun.'),
      total_jobs: z.number().int().describe('Extractions that were taken on, one for each page.'),
      job_ids: z.array(z.uuid()).describe('The job of each page: UUIDs.'),
      estimated_credits: EstimatedCredits,
      total_pages: z.number().int().describe('Archived pages of the batch or crawl altogether.'),
      poll_url: PollUrl,
    }),
  ])
  .describe('An extraction that goes on, or of archived pages a batch of them.')
export type ExtractAccepted = z.infer<typeof ExtractAccepted>
