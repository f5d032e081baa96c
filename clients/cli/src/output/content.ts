import type { Schemas } from '@gleaner/sdk'
import { renderMarkdown } from './markdown.ts'
import type { Output } from './output.ts'

export type ScrapeResult = Schemas['ScrapeResult']

/** What is shown of a page where no format is named. */
export const DEFAULT_FORMAT = 'markdown'

/** Ending of a file that holds a format. */
export const ENDINGS: Record<string, string> = {
  markdown: '.md',
  text: '.txt',
  html: '.html',
  raw: '.raw',
  json: '.json',
  json_v2: '.json',
  rag: '.rag.json',
}

/** The format that a file is to hold, by its name. */
export function formatOfFile(path: string): string | undefined {
  const ending = /\.\w+$/.exec(path)?.[0].toLowerCase()
  return {
    '.md': 'markdown',
    '.markdown': 'markdown',
    '.txt': 'text',
    '.html': 'html',
    '.htm': 'html',
    '.json': 'json',
  }[ending ?? '']
}

export function endingOf(format: string): string {
  return ENDINGS[format] ?? `.${format}.json`
}

/** What a page says in one format; the data that a schema has asked for are what `json` means then. */
export function valueIn(result: ScrapeResult, format: string): unknown {
  const asked = format === 'json' ? (result.extraction_result ?? result.filtered_content) : undefined
  if (asked !== undefined) return asked
  return typeof result.content === 'string'
    ? result.content
    : (result.content as Record<string, unknown>)[format]
}

/** The bytes of a file that holds a page in a format. */
export function asFile(content: unknown, encoding?: string): string | Uint8Array {
  if (typeof content !== 'string') return `${JSON.stringify(content, undefined, 2)}\n`
  return encoding === 'base64' ? Buffer.from(content, 'base64') : content.replace(/\n*$/, '\n')
}

/** Shows a page in one format: Markdown rendered for people, everything else as it is. */
export function showContent(out: Output, content: unknown, format: string): void {
  if (typeof content !== 'string') {
    out.json(content ?? null)
    return
  }
  if (!out.isTerminal || format !== 'markdown') {
    out.write(content.replace(/\n*$/, '\n'))
    return
  }
  for (const line of renderMarkdown(content, out.columns)) out.line(line)
}
