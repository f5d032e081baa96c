import { type ApiError, invalidRequest, LIMITS } from '@gleaner/contracts'
import { CsvError, parse } from 'csv-parse/sync'

/** A line of a CSV that holds anything. */
export interface CsvLine {
  /** In the file, from 1: where it begins. */
  line: number
  cells: string[]
}

/** Far above what any list has: each of its lines a hundred columns. */
const MOST_CELLS = LIMITS.batchUrls * 100

/** As spreadsheets write them. */
const DELIMITERS = [',', ';', '\t'] as const

/**
 * The lines of a CSV (RFC 4180) with any of the usual delimiters and ends of lines. Quotes within a cell that has none around it are taken
 * as they stand. Lines beyond what a batch may have are counted as one. Throws INVALID_REQUEST, that names the line, for what is no CSV.
 */
export function parseCsv(text: string): CsvLine[] {
  // What Excel writes above the header to say how lines are split.
  const [said = '', named] = /^sep=(.)\r?\n/i.exec(text) ?? []
  const above = said === '' ? 0 : 1
  const body = text.slice(said.length)
  const delimiter = named ?? findDelimiter(body)
  checkCells(body, delimiter)
  try {
    const rows = parse(body, {
      delimiter,
      info: true,
      raw: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: LIMITS.batchUrls + 2,
    }) as unknown as { record: string[]; info: { lines: number }; raw: string }[]
    return rows.map(({ record, info, raw }) => ({
      line: above + info.lines - countBreaks(raw.trim()),
      cells: record,
    }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw notReadable(error, above)
  }
}

function notReadable({ code, lines }: CsvError & { lines?: number }, above: number): ApiError {
  const line = above + Number(lines ?? 1)
  return invalidRequest([
    {
      path: `line ${line}`,
      message:
        code === 'CSV_QUOTE_NOT_CLOSED'
          ? 'has a cell whose quote is never closed; close it, and write a quote within it twice'
          : 'is no line of CSV; put quotes around cells that hold delimiters, quotes or line breaks',
    },
  ])
}

/** What stands most often in the first line, outside of quotes. A list of addresses alone has none, whatever they hold. */
function findDelimiter(text: string): string {
  const header = (/^\s*([^\r\n]*)/.exec(text)?.[1] ?? '').replaceAll(/"(?:[^"]|"")*"/g, '')
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length - 1)
  const most = Math.max(...counts)
  return most === 0 ? NONE : DELIMITERS[counts.indexOf(most)]!
}

/** ASCII's own unit separator, which stands in no list of addresses. */
const NONE = '\u001f'

/** Each cell costs its parser as much as a long text. */
function checkCells(text: string, delimiter: string): void {
  const sign = delimiter.charCodeAt(0)
  let left: number = MOST_CELLS
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) isQuoted = !isQuoted
    else if (code === sign && !isQuoted && --left < 0) throw tooManyCells()
  }
}

const QUOTE = 0x22

function tooManyCells(): ApiError {
  return invalidRequest([
    {
      path: '',
      message: `holds more than ${MOST_CELLS.toLocaleString('en')} cells; leave out empty columns`,
    },
  ])
}

function countBreaks(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0
}
