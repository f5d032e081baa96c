import { z } from 'zod'
import { inWords, RETENTION } from '../../limits.ts'

/** What is made of a page alone. */
export const PAGE_FORMATS = [
  'markdown',
  'text',
  'html',
  'json',
  'json_v2',
  'rag',
  'links',
  'images',
  'tables',
  'content',
  'raw',
  'bytes',
] as const
export type PageFormat = (typeof PAGE_FORMATS)[number]

export const FORMATS = [...PAGE_FORMATS, 'change_tracking', 'summary'] as const
export type Format = (typeof FORMATS)[number]

/** Formats as published clients write them. */
const OTHER_FORMAT_NAMES = { changeTracking: 'change_tracking' } as const satisfies Record<string, Format>
type OtherName = keyof typeof OTHER_FORMAT_NAMES
const OTHERS = Object.keys(OTHER_FORMAT_NAMES) as OtherName[]

/** A format by its name, or by another one that published clients have for it. */
export const FormatName = z
  .enum([...FORMATS, ...OTHERS])
  .transform(
    (written): Format =>
      written in OTHER_FORMAT_NAMES ? OTHER_FORMAT_NAMES[written as OtherName] : (written as Format),
  )

/** `content.tables`: the tables of a page in its order. */
export const PageTables = z.array(
  z.object({
    caption: z.string(),
    heading: z.string().describe('The nearest heading before it.'),
    header: z.array(z.array(z.string())).describe('Rows of column names; empty where there are none.'),
    rows: z
      .array(z.array(z.string()))
      .describe('All as wide as the widest; a cell that spans several places stands in each.'),
    within: z
      .object({ table: z.number().int(), row: z.number().int(), column: z.number().int() })
      .optional()
      .describe(
        'Of a table in a cell: which table of this list, and which of its rows, those of its header counted, and columns.',
      ),
  }),
)

/** `content.bytes`: the body as it came. */
export const PageBytes = z.object({
  content_type: z.string(),
  size_bytes: z.number().int(),
  sha256: z.string().describe('In hexadecimal digits.'),
  base64: z.string().optional().describe('The bytes, where they are at most 1 MB.'),
  url: z
    .string()
    .optional()
    .describe(`Else a signed link to them as a file, valid for ${inWords(RETENTION.resultMs)}.`),
})
export type PageBytes = z.infer<typeof PageBytes>
