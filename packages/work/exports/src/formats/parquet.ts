import { gzipSync } from 'node:zlib'
import { EXPORT_FIELDS, type ExportField } from '@gleaner/contracts/schemas/exports/runs'
import { MEGABYTE } from '@gleaner/runtime/units'
import type { RowGroup } from 'hyparquet'
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import type { ExportRow } from '../rows/export-item.ts'
import { textOf } from './cells.ts'
import type { Encoder, EncoderStart, ExportFormatRow } from './encoder.ts'

/** Columns that are no text. */
const TYPES = { status_code: 'INT32', credits: 'DOUBLE', scraped_at: 'TIMESTAMP' } as const
type Typed = keyof typeof TYPES

const CODECS = { none: 'UNCOMPRESSED', gzip: 'GZIP', snappy: 'SNAPPY' } as const

/** Of a row group: its columns are encoded in one go, in some ten milliseconds. */
const GROUP_CHARS = 4 * MEGABYTE
const GROUP_ROWS = 20_000

/** Rows in groups (Apache Parquet). Groups are whole wherever a part ends; the footer names all of them. */
export const parquet: ExportFormatRow = {
  extension: 'parquet',
  contentType: 'application/vnd.apache.parquet',
  open: createParquetEncoder,
}

function createParquetEncoder({ request, compression, offset }: EncoderStart): Encoder {
  const fields = request.fields ?? EXPORT_FIELDS
  const file = openFile(fields, compression, offset)
  let columns = emptyColumns(fields)
  let chars = 0

  function closeGroup(): void {
    if (columns[0]!.data.length === 0) return
    file.write({ columnData: columns, rowGroupSize: GROUP_ROWS })
    // Their indexes would stand at the end, for all groups at once.
    file.pendingIndexes = []
    columns = emptyColumns(fields)
    chars = 0
  }

  return {
    async add({ row }) {
      for (const { name, data } of columns) {
        const cell = cellOf(row, name)
        data.push(cell)
        if (typeof cell === 'string') chars += cell.length
      }
      if (chars >= GROUP_CHARS || columns[0]!.data.length >= GROUP_ROWS) closeGroup()
    },
    get bytes() {
      return file.writer.index
    },
    async cut() {
      closeGroup()
      const facts = JSON.parse(writeGroups(file.row_groups.splice(0)))
      return { bytes: file.writer.take(), facts }
    },
    async *end({ facts, bytes }) {
      const last = openFile(fields, compression, bytes)
      last.row_groups = facts.flatMap((groups) => readGroups(JSON.stringify(groups)))
      last.num_rows = last.row_groups.reduce((sum, group) => sum + group.num_rows, 0n)
      last.finish()
      yield last.writer.take()
    },
  }
}

/** Writes behind `offset` bytes; from the beginning of the file where that is 0. */
class PartWriter extends ByteWriter {
  /** What was written, and begins anew behind it. */
  take(): Uint8Array {
    const bytes = this.getBytes().slice()
    this.index = 0
    return bytes
  }
}

function openFile(fields: readonly ExportField[], compression: keyof typeof CODECS, offset: number) {
  const writer = new PartWriter()
  const file = new ParquetWriter({
    writer,
    schema: schemaFromColumnData({ columnData: emptyColumns(fields) }),
    codec: CODECS[compression],
    compressors: { GZIP: (bytes) => gzipSync(bytes) },
    statistics: false,
    createdBy: 'Gleaner',
  })
  if (offset > 0) {
    // A file begins once.
    writer.take()
    writer.offset = offset
  }
  return Object.assign(file, { writer })
}

function emptyColumns(fields: readonly ExportField[]) {
  return fields.map((name) => ({
    name,
    data: [] as unknown[],
    type: (TYPES as Partial<Record<ExportField, (typeof TYPES)[Typed]>>)[name] ?? ('STRING' as const),
    nullable: true,
    offsetIndex: false,
  }))
}

function cellOf(row: ExportRow, name: ExportField): unknown {
  return name in TYPES ? row[name] : textOf(row[name])
}

const BIG = 'bigint:'

function writeGroups(groups: readonly RowGroup[]): string {
  // The value as it stands in its object: libraries give BigInt a toJSON, which has made a text of it.
  return JSON.stringify(groups, function (this: Record<string, unknown>, key, value) {
    const own = this[key]
    return typeof own === 'bigint' ? `${BIG}${own}` : value
  })
}

function readGroups(text: string): RowGroup[] {
  return JSON.parse(text, (_, value) =>
    typeof value === 'string' && value.startsWith(BIG) ? BigInt(value.slice(BIG.length)) : value,
  )
}
