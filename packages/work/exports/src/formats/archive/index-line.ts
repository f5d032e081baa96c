import type { ExportItem } from '../../rows/export-item.ts'
import type { IndexLine } from '../encoder.ts'
import type { PageRecord } from './page-record.ts'
import { digestOf } from './warc-record.ts'

/** Where a record stands. */
export interface RecordPlace {
  filename: string
  offset: number
  length: number
}

/** What the indexes of an archive say of a page (CDXJ; pages.jsonl of WACZ 1.1.1). */
export function indexLineOf(item: ExportItem, record: PageRecord, place: RecordPlace): IndexLine {
  const { uri, date, mime, status, payload } = record
  const key = `${surtOf(uri)} ${date.toISOString().replace(/\D/g, '').slice(0, 14)}`
  const facts = {
    url: uri,
    mime,
    status: String(status),
    digest: digestOf(payload),
    length: String(place.length),
    offset: String(place.offset),
    filename: place.filename,
  }
  const page = { id: item.jobId, url: uri, ts: date.toISOString(), title: item.page?.title ?? uri }
  return {
    place: item.place,
    key,
    indexLine: `${key} ${JSON.stringify(facts)}`,
    pageLine: JSON.stringify(page),
  }
}

/** An address in the order of its importance, `com,example)/path?a=1`, as ReplayWeb.page looks for it (wabac's `getSurt`). */
export function surtOf(uri: string): string {
  if (!/^https?:/.test(uri)) return uri.replaceAll(' ', '%20')
  const url = new URL(uri.replace(/^(https?:\/\/)www\d*\./, '$1').toLowerCase())
  url.searchParams.sort()
  const port = url.port === '' ? '' : `:${url.port}`
  return `${url.hostname.split('.').reverse().join(',')}${port})${url.pathname}${url.search}`
}
