import { createHash } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { docx } from '@gleaner/target-site/make/office'
import { pdf } from '@gleaner/target-site/make/pdf'
import { sunset } from '@gleaner/target-site/make/pictures'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { parquetReadObjects } from 'hyparquet'
import { WARCParser } from 'warcio'
import { createExportsFixture, type ExportsFixture } from '../testing/fixture.ts'

/** Exporters are killed as processes, so each of these tests starts its own. */
let fixture: ExportsFixture
beforeAll(async () => {
  fixture = await createExportsFixture()
})
beforeEach(async () => {
  fixture.bucket.objects.clear()
  fixture.bucket.answer = undefined
  await fixture.s3()
})
afterAll(() => fixture.close())

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const DOCUMENTS = [
  { extension: 'pdf', type: 'application/pdf', bytes: pdf('Rules', [['Rules', 'Moor before eight.']]) },
  { extension: 'docx', type: WORD, bytes: docx('Rules', ['Moor before eight.'], [['Berth'], ['North 1']]) },
  { extension: 'png', type: 'image/png', bytes: sunset() },
]

/** A batch of pages, every second of which is a document. */
async function documents(count = 12) {
  const batchId = await fixture.pages(count)
  const { rows } = await fixture.pool.query<{ id: string }>(
    'SELECT id FROM job WHERE batch_id = $1 ORDER BY batch_index',
    [batchId],
  )
  const kept = rows.flatMap(({ id }, place) => {
    const document = DOCUMENTS[(place / 2) % DOCUMENTS.length]
    return place % 2 === 0 ? [{ ...document!, id, place, key: `${id}/document.${document!.extension}` }] : []
  })
  for (const { id, key, bytes, type } of kept) {
    await fixture.store.put(key, bytes, { contentType: type, ttlMs: 3_600_000 })
    await fixture.pool.query(
      `UPDATE job_page SET page = (page::jsonb || jsonb_build_object('document_url', 'https://x/files/' || $2::text))::text WHERE job_id = $1`,
      [id, key],
    )
  }
  return { batchId, kept }
}
type Kept = Awaited<ReturnType<typeof documents>>['kept']

/** Kills the exporter that asks the bucket, before it is answered, at these of its requests; each time another one goes on. */
async function exported(
  batchId: string,
  request: Parameters<ExportsFixture['begin']>[1],
  killedAt: number[],
) {
  const id = await fixture.begin(batchId, request)
  let kill = fixture.process()
  let asked = 0
  fixture.bucket.answer = (message, response) => {
    const isLast = killedAt.includes(asked++)
    if (!isLast) return void fixture.bucket.serve(message, response)
    // What was asked is done half of the time.
    const done = asked % 2 === 0 ? fixture.bucket.serve(message, response) : Promise.resolve()
    void Promise.all([kill(), done]).then(() => {
      kill = fixture.process()
    })
  }
  const run = await fixture.until(id, 'completed', 'failed')
  expect(asked).toBeGreaterThan(Math.max(...killedAt, 0))
  await kill()
  return run
}

const copied = () => [...fixture.bucket.objects].filter(([name]) => name.includes('/files/'))

function expectCopies(kept: Kept): void {
  const sent = copied().map(([name, { body, headers }]) => [
    name,
    body.equals(Buffer.from('')),
    headers['content-type'],
  ])
  expect(sent.sort()).toEqual(kept.map(({ key, type }) => [`/b/files/${key}`, false, type]).sort())
  for (const { key, bytes } of kept) expect(fixture.object(`/files/${key}`).equals(bytes)).toBe(true)
}

const fileOf = (kept: Kept, place: number) => {
  const found = kept.find((document) => document.place === place)
  return found && `files/${found.key}`
}

describe('pages that are documents', () => {
  test('come as files that the rows name, each once, though exporters are killed in between', async () => {
    const { batchId, kept } = await documents()
    const fields = ['url', 'document_file']
    const run = await exported(batchId, { format: 'jsonl', fields, include_files: true }, [1, 4, 7])
    expect(run).toMatchObject({ status: 'completed', rows: 12 })
    const rows = fixture
      .object('.jsonl')
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows.map(({ document_file }) => document_file)).toEqual(rows.map((_, at) => fileOf(kept, at)))
    expectCopies(kept)
    expect(fixture.bucket.uploads.size).toBe(0)
  })

  test('are named by CSV and Parquet', async () => {
    const { batchId, kept } = await documents()
    const fields = ['document_file']
    await exported(batchId, { format: 'csv', fields, include_files: true }, [])
    const names = fixture.object('.csv').toString().trimEnd().split('\n').slice(1)
    expect(names.map((name) => name || undefined)).toEqual(names.map((_, at) => fileOf(kept, at)))
    await exported(batchId, { format: 'parquet', fields, include_files: true }, [])
    const { buffer, byteOffset, byteLength } = fixture.object('.parquet')
    const file = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
    const rows = await parquetReadObjects({ file })
    expect(rows.map(({ document_file }) => document_file ?? undefined)).toEqual(
      rows.map((_, at) => fileOf(kept, at)),
    )
    expectCopies(kept)
  })

  test.each(['warc', 'wacz'] as const)(
    'are answers of their own type in %s, though exporters are killed',
    async (format) => {
      const { batchId, kept } = await documents(40)
      await exported(batchId, { format }, [1, 2])
      const bytes = fixture.object(format === 'warc' ? '.warc.gz' : '.wacz')
      const answers: unknown[] = []
      for (const file of format === 'warc' ? [bytes] : archivesIn(bytes))
        for await (const record of new WARCParser([new Uint8Array(file)])) {
          const content = await record.readFully(true)
          if (record.warcType !== 'response') continue
          answers.push([record.httpHeaders?.headers.get('content-type')?.split(';')[0], hashOf(content)])
        }
      const wanted = Array.from({ length: 40 }, (_, place) => {
        const document = kept.find((each) => each.place === place)
        return document ? [document.type, hashOf(document.bytes)] : ['text/html', expect.any(String)]
      })
      expect(answers).toEqual(wanted)
      expect(copied()).toEqual([])
    },
  )

  test('come beside the files of pages', async () => {
    const { batchId, kept } = await documents()
    await exported(batchId, { format: 'files', include_files: true, page_files: ['json'] }, [3, 8])
    const rows = [...fixture.bucket.objects].filter(([name]) => name.endsWith('.json'))
    const named = rows.map(([, { body }]) => JSON.parse(body.toString()).document_file).filter(Boolean)
    expect(named.sort()).toEqual(kept.map(({ key }) => `files/${key}`).sort())
    expectCopies(kept)
  })

  test('that are larger than a page of an export are copied, and no record holds them', async () => {
    const { batchId, kept } = await documents(2)
    const [first] = kept
    const large = Buffer.concat([first!.bytes, Buffer.alloc(17_000_000)])
    await fixture.store.put(first!.key, large, { contentType: first!.type, ttlMs: 60_000 })
    await exported(batchId, { format: 'warc', include_files: true }, [])
    expectCopies([{ ...first!, bytes: large }])
    expect(fixture.object('.warc.gz').length).toBeLessThan(100_000)
  })

  test('come with a link to their result where that is too large, as base64 is', async () => {
    const { batchId, kept } = await documents(1)
    const { id, key } = kept[0]!
    await fixture.pool.query(
      `UPDATE job_page SET page = '{"document_url":"https://x/files/' || $2::text || '","content":{"raw":"' || repeat('A', 17000000) || '"}}'
       WHERE job_id = $1`,
      [id, key],
    )
    await exported(
      batchId,
      { format: 'jsonl', fields: ['result_url', 'document_file'], include_files: true },
      [],
    )
    expect(JSON.parse(fixture.object('.jsonl').toString())).toEqual({
      result_url: expect.stringMatching(id),
      document_file: `files/${key}`,
    })
    expectCopies(kept)
  })

  test('that are not kept any more are not named', async () => {
    const { batchId, kept } = await documents(2)
    await fixture.store.delete(kept[0]!.key)
    await exported(batchId, { format: 'jsonl', fields: ['document_file'], include_files: true }, [])
    expect(fixture.object('.jsonl').toString()).toBe('{}\n{}\n')
  })
})

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The WARC files in an archive, by its directory. */
function archivesIn(zip: Buffer): Buffer[] {
  const found: Buffer[] = []
  for (let at = zip.readUInt32LE(zip.length - 6); zip.readUInt32LE(at) === 0x02014b50; ) {
    const [method, size, nameLength] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const header = zip.readUInt32LE(at + 42)
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
    const bytes = zip.subarray(start, start + size)
    if (name.startsWith('archive/')) found.push(method === 0 ? bytes : inflateRawSync(bytes))
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return found
}
