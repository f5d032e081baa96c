import { randomUUID } from 'node:crypto'
import { appendFile } from 'node:fs/promises'
import type { Page } from './read-pages.ts'

/** GitHub shows 1 MB of a summary. */
const MOST_ROWS = 500
const MOST_CELL_CHARS = 200

/** A line of the log that holds what pages say: no line of its own can begin in it, and with that no command to the runner. */
export function oneLine(text: string): string {
  return `- ${withoutControls(text)}`
}

export function errorCommand(message: string): string {
  const escaped = message.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A')
  return `::error title=Gleaner::${escaped}`
}

/** From here on the runner shows `***` for it. */
export function maskCommand(secret: string): string {
  return `::add-mask::${withoutControls(secret)}`
}

/** Each value between two lines that nobody can guess. */
export async function appendOutputs(
  path: string | undefined,
  outputs: Record<string, string>,
): Promise<void> {
  if (!path) return
  const blocks = Object.entries(outputs).map(([name, value]) => {
    const delimiter = `ghadelimiter_${randomUUID()}`
    return `${name}<<${delimiter}\n${value}\n${delimiter}\n`
  })
  await appendFile(path, blocks.join(''))
}

export async function appendSummary(path: string | undefined, pages: Page[], credits: number): Promise<void> {
  if (!path) return
  const rows = pages
    .slice(0, MOST_ROWS)
    .map(({ url, title = '', credits = 0, error, files }) => [url, error ?? title, credits, files.length])
    .map((cells) => `| ${cells.map((cell) => inCell(String(cell))).join(' | ')} |`)
  const more = pages.length > MOST_ROWS ? [`and ${pages.length - MOST_ROWS} more in \`index.json\``] : []
  const failed = pages.filter(({ error }) => error !== undefined).length
  const lines = [
    `### Gleaner: ${pages.length} pages, ${failed} failed, ${Number(credits.toFixed(4))} credits`,
    '',
    '| Page | Title or error | Credits | Files |',
    '|---|---|--:|--:|',
    ...rows,
    '',
    ...more,
  ]
  await appendFile(path, `${lines.join('\n')}\n`)
}

/** As text alone: no link, picture, HTML or further cell. */
function inCell(text: string): string {
  return withoutControls(text)
    .slice(0, MOST_CELL_CHARS)
    .replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]!)
    .replace(/[\\`*_{}[\]()#+!|~@-]/g, '\\$&')
}

function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
}
