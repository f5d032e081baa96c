import { readBlocks, renderMarkdown } from '@gleaner/formats'
import { decodeBody, parseHtml } from '@gleaner/markup'
import { trimMarksEnd } from '@gleaner/values'
import type { DocumentResult } from './document-result.ts'
import { readJson } from './read-json.ts'
import { readMarkdown } from './read-text.ts'

/** What is read of a notebook. https://nbformat.readthedocs.io, version 4; version 3 keeps its cells in worksheets. */
export interface Notebook {
  nbformat: number
  cells?: Cell[]
  worksheets?: { cells?: Cell[] }[]
  metadata?: { language_info?: { name?: unknown }; kernelspec?: { language?: unknown }; title?: unknown }
}

interface Cell {
  cell_type?: unknown
  source?: unknown
  input?: unknown
  level?: unknown
  outputs?: unknown
}

interface Output {
  text?: unknown
  data?: Record<string, unknown>
  html?: unknown
  traceback?: unknown
}

/** Lines of one output that are shown. */
const MAX_OUTPUT_CHARS = 20_000

/** A Jupyter notebook as Markdown: its text as written, code in fences of its language, outputs below it. */
export async function readNotebook(bytes: Uint8Array, type: string): Promise<DocumentResult> {
  const { text } = decodeBody(bytes, type)
  const data = notebookIn(text)
  if (!data) return readJson(bytes, 'application/json')
  const language = languageOf(data)
  const cells = data.cells ?? (data.worksheets ?? []).flatMap((sheet) => sheet?.cells ?? [])
  const markdown = cells
    .flatMap((cell) => cellParts(cell, language))
    .filter((part) => part.trim() !== '')
    .join('\n\n')
  const read = await readMarkdown(new TextEncoder().encode(markdown), 'text/markdown; charset=utf-8')
  const title = typeof data.metadata?.title === 'string' ? data.metadata.title : undefined
  return read.ok ? { ...read, ...(title && { title }), source: text, metadata: { language }, data } : read
}

/** The notebook that a JSON text is; undefined for other JSON. */
export function notebookIn(text: string): Notebook | undefined {
  if (!text.includes('"nbformat"')) return undefined
  try {
    const data = JSON.parse(text)
    const isNotebook =
      typeof data?.nbformat === 'number' && (Array.isArray(data.cells) || Array.isArray(data.worksheets))
    return isNotebook ? data : undefined
  } catch {
    return undefined
  }
}

function languageOf({ metadata }: Notebook): string {
  const named = metadata?.language_info?.name ?? metadata?.kernelspec?.language
  return typeof named === 'string' && /^[\w+#.-]{1,40}$/.test(named) ? named : 'python'
}

function cellParts(cell: Cell, language: string): string[] {
  const source = lines(cell?.source ?? cell?.input)
  if (cell?.cell_type === 'code') {
    const outputs = Array.isArray(cell.outputs) ? cell.outputs : []
    return [source.trim() === '' ? '' : fenced(source, language), ...outputs.map(outputPart)]
  }
  if (cell?.cell_type === 'heading') return [`${'#'.repeat(Math.min(6, Number(cell.level) || 1))} ${source}`]
  return [cell?.cell_type === 'raw' ? fenced(source, '') : source]
}

/** The best that is text of what an output gives: Markdown, a table of HTML, plain text. Pictures are left out. */
function outputPart(output: Output): string {
  if (Array.isArray(output?.traceback)) return fenced(lines(output.traceback.slice(-1)), '')
  const data = output?.data ?? {}
  const markdown = lines(data['text/markdown'])
  if (markdown !== '') return cut(markdown)
  const latex = lines(data['text/latex'])
  const html = lines(data['text/html'] ?? output?.html)
  if (html.includes('<table')) return cut(renderMarkdown(readBlocks(parseHtml(html), 'about:blank')).markdown)
  if (latex !== '') return cut(latex)
  const plain = lines(output?.text ?? data['text/plain'])
  return plain.trim() === '' ? '' : fenced(cut(plain), '')
}

/** Texts stand as one, or as a list of lines with their ends. */
function lines(value: unknown): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('') : ''
}

function cut(text: string): string {
  return text.length > MAX_OUTPUT_CHARS ? `${text.slice(0, MAX_OUTPUT_CHARS)} …` : text
}

/** Colours of terminals. */
const ESCAPES = /\x1b\[[\d;]*m/g

function fenced(code: string, language: string): string {
  const runs = code.match(/`{3,}/g) ?? []
  const fence = '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), 3))
  return `${fence}${language}\n${trimMarksEnd(code.replace(ESCAPES, ''), /\n/)}\n${fence}`
}
