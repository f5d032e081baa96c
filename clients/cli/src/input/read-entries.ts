import { misuse } from '../failure.ts'
import { pageAddress } from './page-address.ts'
import { readCsv } from './read-csv.ts'

/** An entry of a batch: an address, with fields of a scrape of its own where the file has some. */
export type Entry = { url: string } & Record<string, unknown>

export interface ReadEntries {
  entries: Entry[]
  /** Lines that hold no entry, and why; the first is 1. */
  faults: { line: number; text: string; reason: string }[]
}

export type InputFormat = 'txt' | 'csv' | 'jsonl' | 'json'

const OTHER_ENDINGS: Record<string, InputFormat> = { tsv: 'csv', ndjson: 'jsonl' }

/** The form of a file by its name, else by its text. */
export function formatOf(name: string, text: string): InputFormat {
  const ending = /\.(txt|csv|tsv|jsonl|ndjson|json)$/i.exec(name)?.[1]?.toLowerCase()
  if (ending) return OTHER_ENDINGS[ending] ?? (ending as InputFormat)
  const first = text.trimStart()
  if (first.startsWith('[')) return 'json'
  if (first.startsWith('{')) return 'jsonl'
  const [line = ''] = first.split(/\r?\n/, 1)
  const head = line.toLowerCase().split(/[,;\t]/)
  return head.length > 1 && head.some((cell) => isUrlColumn(cell)) ? 'csv' : 'txt'
}

/** The entries of a file. A line that is none is told, and does not hold up the others. */
export function readEntries(text: string, format: InputFormat): ReadEntries {
  const whole = text.replace(/^\ufeff/, '')
  const lines: { line: number; text: string; value: unknown }[] = READERS[format](whole)
  const read: ReadEntries = { entries: [], faults: [] }
  for (const { line, text, value } of lines) {
    const entry = entryOf(typeof value === 'string' ? { url: value } : value)
    if (typeof entry === 'string') read.faults.push({ line, text, reason: entry })
    else read.entries.push(entry)
  }
  return read
}

type Line = { line: number; text: string; value: unknown }

const READERS: Record<InputFormat, (text: string) => Line[]> = {
  txt: (text) =>
    linesOf(text)
      .filter(({ text }) => !text.startsWith('#'))
      .map((line) => ({ ...line, value: line.text })),
  jsonl: (text) => linesOf(text).map((line) => ({ ...line, value: parsed(line.text) })),
  json: (text) => {
    const value = parsed(text)
    const list = Array.isArray(value) ? value : (value as { urls?: unknown } | undefined)?.urls
    if (!Array.isArray(list)) throw misuse('The file is JSON, but no list of addresses.')
    return list.map((each, at) => ({ line: at + 1, text: JSON.stringify(each) ?? '', value: each }))
  },
  csv: (text) => {
    const rows = readCsv(text)
    const head = rows[0]?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
    const column = head.findIndex(isUrlColumn)
    const isHeaded = column !== -1
    const external = isHeaded ? head.indexOf('external_id') : -1
    return rows.slice(isHeaded ? 1 : 0).map(({ line, cells }) => {
      const url = cells[Math.max(0, column)]?.trim() ?? ''
      const id = cells[external]?.trim()
      return { line, text: cells.join(','), value: id ? { url, external_id: id } : url }
    })
  },
}

function isUrlColumn(name: string): boolean {
  return ['url', 'urls', 'link', 'address', 'website'].includes(name.trim().replaceAll('"', ''))
}

function linesOf(text: string): { line: number; text: string }[] {
  return text
    .split(/\r?\n/)
    .map((line, at) => ({ line: at + 1, text: line.trim() }))
    .filter((line) => line.text !== '')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An entry, or why it is none. */
function entryOf(value: unknown): Entry | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'it is no JSON object with a url'
  const { url } = value as { url?: unknown }
  if (typeof url !== 'string' || url === '') return 'it has no url'
  const address = pageAddress(url)
  return address === undefined ? 'its url is no http or https address' : { ...value, url: address }
}
