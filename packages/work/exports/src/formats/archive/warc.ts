import type { ExportItem } from '../../rows/export-item.ts'
import type { Encoder, EncoderStart, ExportFormatRow, IndexLine } from '../encoder.ts'
import { indexLineOf } from './index-line.ts'
import { recordOf } from './page-record.ts'
import { writeRecord } from './warc-record.ts'

/** Records of pages, each compressed by itself. A cut begins with a record about the file, so that it is a file by itself. */
export const warc: ExportFormatRow = {
  extension: 'warc.gz',
  contentType: 'application/warc',
  open: (start): Encoder => {
    const file = createWarcFile(start)
    return {
      add: (item) => file.add(item, ''),
      get bytes() {
        return file.bytes
      },
      cut: async () => ({ bytes: file.take().bytes }),
      async *end() {},
    }
  },
}

export interface WarcFile {
  /** `name`: of the file, for its index. */
  add(item: ExportItem, name: string): Promise<void>
  readonly bytes: number
  /** All that was added since the last time. */
  take(): { bytes: Buffer; lines: IndexLine[] }
}

export function createWarcFile({ askedAt, title }: Pick<EncoderStart, 'askedAt' | 'title'>): WarcFile {
  let records: Buffer[] = []
  let lines: IndexLine[] = []
  let bytes = 0

  function push(record: Buffer): void {
    records.push(record)
    bytes += record.length
  }

  return {
    async add(item, filename) {
      const record = item.page && recordOf(item.page, item.scrapedAt, item.document)
      if (!record) return
      if (bytes === 0) push(await writeInfo(askedAt, title))
      const offset = bytes
      push(await writeRecord(record))
      lines.push(indexLineOf(item, record, { filename, offset, length: bytes - offset }))
    },
    get bytes() {
      return bytes
    },
    take() {
      const taken = { bytes: Buffer.concat(records), lines }
      records = []
      lines = []
      bytes = 0
      return taken
    },
  }
}

function writeInfo(date: Date, title: string): Promise<Buffer> {
  const fields = ['software: Gleaner', 'format: WARC file version 1.1', `description: ${title}`, '']
  const payload = Buffer.from(fields.join('\r\n'))
  return writeRecord({ type: 'warcinfo', date, contentType: 'application/warc-fields', payload })
}
