import {
  BatchConcurrency,
  type Issue,
  invalidRequest,
  LIMITS,
  OnInvalid,
  scrapeOfTexts,
} from '@gleaner/contracts'
import { readText } from '@gleaner/contracts/read-text'
import { findParameter } from '@gleaner/contracts/schemas/scrape/query'
import { nextTurn } from '@gleaner/runtime'
import type { Request } from 'express'
import { payloadTooLarge, readBytes } from '../../read-bytes.ts'
import { readOptions } from '../../read-file-body.ts'
import { refuseEncoding } from '../../read-json-body.ts'
import { readFileForm } from '../../read-multipart.ts'
import { decodeCsv } from './decode-csv.ts'
import { parseCsv } from './parse-csv.ts'
import { readColumns } from './read-columns.ts'
import { readEntries } from './read-entries.ts'
import { keepSheet } from './sheet.ts'

const TYPES = ['text/csv', 'application/csv', 'text/tab-separated-values']

export function isCsv(request: Request): boolean {
  return request.is([...TYPES, 'multipart/form-data']) !== false
}

/** A batch whose entries are the lines of a CSV, as the JSON body that says the same. */
export async function readCsvBody(request: Request): Promise<Record<string, unknown>> {
  refuseEncoding(request)
  const { bytes, contentType, settings } = await readSent(request)
  const [header, ...lines] = parseCsv(decodeCsv(bytes, contentType))
  await nextTurn()
  const { columns, issues } = readColumns(header?.cells ?? [])
  if (issues.length > 0) throw invalidRequest(issues)
  if (lines.length === 0)
    throw invalidRequest([{ path: 'line 2', message: 'is missing: each line below the header is an entry' }])
  if (lines.length > LIMITS.batchUrls)
    throw invalidRequest([
      {
        path: `line ${lines[LIMITS.batchUrls]!.line}`,
        message: `is one too many: a batch has at most ${LIMITS.batchUrls.toLocaleString('en')} entries; send the rest as another batch`,
      },
    ])
  const { entries, faults } = await readEntries(lines, columns, header!.cells.length)
  keepSheet(request, { columns, lines: lines.map(({ line }) => line), faults })
  return { ...settings, urls: entries }
}

interface Sent {
  bytes: Buffer
  contentType: string | undefined
  /** What stands beside the entries. */
  settings: Record<string, unknown>
}

async function readSent(request: Request): Promise<Sent> {
  const limit = LIMITS.requestBody
  const beside = settingsOf(request.query)
  if (request.is('multipart/form-data') === false) {
    if (Number(request.get('content-length') ?? 0) > limit) throw payloadTooLarge(limit)
    return {
      bytes: await readBytes(request, limit),
      contentType: request.get('content-type'),
      settings: beside,
    }
  }
  const { file, fields } = await readFileForm(request, limit)
  const { options, ...others } = Object.fromEntries(fields)
  return {
    bytes: file.bytes,
    contentType: file.contentType,
    settings: { ...beside, ...settingsOf(others), ...readOptions(options, EXAMPLE) },
  }
}

const EXAMPLE = '{"formats": ["markdown"], "on_invalid": "skip"}'

/** Fields of a batch as texts, by their names. Throws INVALID_REQUEST for others. */
function settingsOf(texts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const issues: Issue[] = Object.keys(texts)
    .filter((name) => name === 'url' || !(name in OWN || findParameter(name)))
    .map((path) => ({
      path: path.slice(0, 100),
      message:
        'is no field of a batch; entries are lines of the CSV, and what holds for all of them a field of POST /batch',
    }))
  if (issues.length > 0) throw invalidRequest(issues, 'query')
  const own = Object.entries(OWN).flatMap(([name, schema]) =>
    texts[name] === undefined ? [] : [[name, readText(schema, texts[name])]],
  )
  return { ...scrapeOfTexts(texts), ...Object.fromEntries(own) }
}

/** Of a batch alone. */
const OWN = { on_invalid: OnInvalid, concurrency: BatchConcurrency }
