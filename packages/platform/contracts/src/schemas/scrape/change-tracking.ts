import { z } from 'zod'
import { inWords, RETENTION } from '../../limits.ts'

export const CHANGE_STATUSES = ['new', 'same', 'changed', 'removed'] as const
export type ChangeStatus = (typeof CHANGE_STATUSES)[number]

export const ChangeTracking = z
  .object({
    previous_scrape_at: z.iso
      .datetime()
      .nullable()
      .describe(
        `When it was last scraped with this format and tag. Null: never, or more than ${inWords(RETENTION.changeTrackingMs)} ago.`,
      ),
    change_status: z
      .enum(CHANGE_STATUSES)
      .describe(
        'What has become of the page; `removed`: it answers 404 or 410, and has been scraped before.',
      ),
    visibility: z
      .enum(['visible', 'hidden'])
      .describe(
        '`hidden`: the start page of a crawl, where no link of its own leads to it. All others are `visible`.',
      ),
    diff: z
      .object({
        text: z.string().describe('For people, in Markdown.'),
        json: z
          .array(z.unknown())
          .nullable()
          .describe(
            'For machines: a JSON Patch of the lines of the page. Null where it is longer than 64 KB.',
          ),
      })
      .optional()
      .describe('What has changed; with `change_status` `changed`.'),
  })
  .describe('A page beside what it was when your account last scraped it.')
export type ChangeTracking = z.infer<typeof ChangeTracking>
