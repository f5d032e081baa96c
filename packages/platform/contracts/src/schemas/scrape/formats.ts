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

/** What each format holds. */
export const FORMAT_SAYS: Record<Format, string> = {
  markdown: 'The content as Markdown.',
  text: 'The content as plain text.',
  html: 'The whole page as HTML, without scripts, styles, comments and tracking.',
  json: 'The structured data of the page, or the fields of an `extraction_schema`.',
  json_v2: 'The page as a tree of sections.',
  rag: 'Chunks of the content with token counts.',
  links: 'The links of the page.',
  images: 'The images of the page.',
  tables: 'The tables of the page as rows and columns, spans resolved.',
  content: 'Markdown with lists of images and links.',
  raw: 'The body as it came: text, or base64 of a file.',
  bytes: 'The bytes of the body, files and images too: base64, above 1 MB a link.',
  change_tracking: 'What has changed since you last scraped the page with this format.',
  summary: 'A few sentences by a language model of your own (`POST /llm-keys`).',
}

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
  .describe('A format by its name; `changeTracking` is `change_tracking`.')

export const PageTables = z
  .array(
    z.object({
      caption: z.string().describe('Its caption; empty where it has none.'),
      heading: z.string().describe('The nearest heading before it.'),
      header: z.array(z.array(z.string())).describe('Rows of column names; empty where there are none.'),
      rows: z
        .array(z.array(z.string()))
        .describe('All as wide as the widest; a cell that spans several places stands in each.'),
      within: z
        .object({
          table: z.number().int().describe('Its place in this list, from 0.'),
          row: z.number().int().describe('The row, from 0.'),
          column: z.number().int().describe('The column, from 0.'),
        })
        .optional()
        .describe('Of a table in a cell: where that cell stands; rows count those of the header.'),
    }),
  )
  .describe('The tables of a page, in its order.')

export const PageBytes = z
  .object({
    content_type: z.string().describe('What it is, as its server declares it.'),
    size_bytes: z.number().int().describe('How many bytes there are.'),
    sha256: z.string().describe('SHA-256 of the bytes, in hexadecimal digits.'),
    base64: z.string().optional().describe('The bytes, where they are at most 1 MB.'),
    url: z
      .string()
      .optional()
      .describe(
        `Signed link to the bytes as a file, where they are more, valid for ${inWords(RETENTION.resultMs)}.`,
      ),
  })
  .describe('The body as it came, byte for byte.')
export type PageBytes = z.infer<typeof PageBytes>
