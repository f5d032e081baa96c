import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createExportsFixture, type ExportsFixture, PUBLIC_URL } from '../testing/fixture.ts'

let fixture: ExportsFixture
beforeAll(async () => {
  fixture = await createExportsFixture()
  await fixture.exporter()
  await fixture.exporter()
})
beforeEach(async () => {
  fixture.bucket.objects.clear()
  fixture.bucket.answer = undefined
  await fixture.s3()
})
afterAll(() => fixture.close())

const linesOf = (bytes: Buffer) =>
  bytes
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

const urlsUpTo = (count: number) =>
  Array.from({ length: count }, (_, at) => `https://shop.example/page/${at + 1}`)

async function exported(count: number, request: Parameters<ExportsFixture['begin']>[1]) {
  const batchId = await fixture.pages(count)
  return await fixture.until(await fixture.begin(batchId, request), 'completed', 'failed')
}

describe('an object in many parts', () => {
  test('holds each page once, in order, and the parts are forgotten', async () => {
    const run = await exported(300, { format: 'jsonl' })
    const rows = linesOf(fixture.object('.jsonl'))
    expect(rows.map(({ url }) => url)).toEqual(urlsUpTo(300))
    expect(run).toMatchObject({ status: 'completed', rows: 300, total_rows: 300, error: null })
    expect(run.bytes).toBe(fixture.object('.jsonl').length)
    const { rows: left } = await fixture.pool.query('SELECT FROM export_part')
    expect([left.length, fixture.bucket.uploads.size]).toEqual([0, 0])
  })

  test('is whole in members of gzip', async () => {
    await exported(300, { format: 'jsonl', compression: 'gzip' })
    expect(linesOf(gunzipSync(fixture.object('.jsonl.gz')))).toHaveLength(300)
  })

  test('is the same when the answers of the store are lost now and then', async () => {
    const lose = losingAnswers(fixture, 4)
    const run = await exported(300, { format: 'jsonl' })
    expect(run).toMatchObject({ status: 'completed', rows: 300 })
    expect(lose.lost()).toBeGreaterThan(3)
    fixture.bucket.answer = undefined
    expect(linesOf(fixture.object('.jsonl')).map(({ url }) => url)).toEqual(urlsUpTo(300))
  })

  test('is written anew when the store has forgotten its upload', async () => {
    const uploads = fixture.bucket.uploads as Map<string, unknown>
    let isForgotten = false
    fixture.bucket.answer = (request, response) => {
      // At the moment of its end.
      if (!isForgotten && request.method === 'POST' && request.url!.includes('uploadId')) {
        isForgotten = true
        uploads.clear()
      }
      fixture.bucket.serve(request, response)
    }
    const run = await exported(300, { format: 'jsonl' })
    expect([isForgotten, run.status, run.rows]).toEqual([true, 'completed', 300])
    expect(run.bytes).toBe(fixture.object('.jsonl').length)
    expect(linesOf(fixture.object('.jsonl')).map(({ url }) => url)).toEqual(urlsUpTo(300))
  })
})

test('an export again replaces what the first one wrote', async () => {
  const batchId = await fixture.pages(3)
  for (const _ of [1, 2]) await fixture.until(await fixture.begin(batchId, { format: 'csv' }), 'completed')
  expect(fixture.bucket.objects.size).toBe(1)
})

test('pages are divided by the day of their scrape', async () => {
  const at =
    "CASE WHEN n <= 4 THEN date_trunc('day', now(), 'UTC') - interval '1 s' ELSE date_trunc('day', now(), 'UTC') END"
  const batchId = await fixture.pages(10, { at })
  const run = await fixture.until(
    await fixture.begin(batchId, { format: 'jsonl', partition_by: 'date' }),
    'completed',
  )
  const days = run.objects.map(({ name, rows }) => [/^date=(\d{4}-\d\d-\d\d)\/batch_/.exec(name)?.[1], rows])
  const today = new Date().toISOString().slice(0, 10)
  const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10)
  expect(days).toEqual([
    [yesterday, 4],
    [today, 6],
  ])
})

test('pages that failed come with their errors where they are wanted, and else not', async () => {
  const batchId = await fixture.pages(9, { failedEach: 3 })
  await fixture.until(await fixture.begin(batchId, { format: 'jsonl', include_failed: true }), 'completed')
  const rows = linesOf(fixture.object('.jsonl'))
  expect(rows.map(({ status }) => status).filter((status) => status === 'failed')).toHaveLength(3)
  expect(rows[2]).toMatchObject({ status: 'failed', error_code: 'ALL_TIERS_FAILED' })
  await fixture.until(await fixture.begin(batchId, { format: 'jsonl' }), 'completed')
  expect(linesOf(fixture.object('.jsonl'))).toHaveLength(6)
})

test('a page above what may be exported is a link to its result', async () => {
  const batchId = await fixture.pages(2, { chars: 17_000_000 })
  await fixture.until(
    await fixture.begin(batchId, { format: 'jsonl', fields: ['job_id', 'markdown', 'result_url'] }),
    'completed',
  )
  for (const row of linesOf(fixture.object('.jsonl')))
    expect(row).toEqual({ job_id: row.job_id, result_url: `${PUBLIC_URL}/api/v1/jobs/${row.job_id}` })
})

test('a batch without pages is an object without rows', async () => {
  const run = await exported(0, { format: 'csv', fields: ['url', 'title'] })
  expect(run).toMatchObject({ status: 'completed', rows: 0 })
})

test('files of pages have names of their own, and screenshots come along', async () => {
  const batchId = await fixture.pages(3, {
    url: "CASE n WHEN 1 THEN 'https://a.example/../../etc/passwd' WHEN 2 THEN 'https://a.example/' ELSE 'https://a.example/?q=' || repeat('x', 500) END",
  })
  const { rows } = await fixture.pool.query('SELECT id FROM job WHERE batch_id = $1 ORDER BY batch_index', [
    batchId,
  ])
  const key = `${rows[0].id}/screenshot.png`
  await fixture.pool.query(
    `UPDATE job_page SET page = (page::jsonb || jsonb_build_object('screenshot_url', 'https://x/files/' || $2::text))::text WHERE job_id = $1`,
    [rows[0].id, key],
  )
  await fixture.store.put(key, Buffer.from('pixels'), { contentType: 'image/png', ttlMs: 60_000 })
  const request = { format: 'files', page_files: ['md', 'json'], include_files: true } as const
  const run = await fixture.until(await fixture.begin(batchId, request), 'completed', 'failed')
  expect(run).toMatchObject({ status: 'completed', rows: 3 })
  const names = [...fixture.bucket.objects.keys()].filter((name) => !name.includes('/files/'))
  expect(names).toHaveLength(6)
  for (const name of names)
    expect(name).toMatch(/^\/b\/batch_[0-9a-f-]+\/a\.example\/[A-Za-z0-9_-][\w.-]{0,110}\.(md|json)$/)
  expect(fixture.object(`/files/${key}`).toString()).toBe('pixels')
})

describe('an export that cannot be written', () => {
  test('fails at once where the store refuses, with what to do, and shows no secret', async () => {
    await fixture.destination({
      type: 's3',
      ...{ endpoint: fixture.bucket.settings.endpoint, bucket: 'b', region: 'eu-central-1' },
      access_key_id: 'AK',
      secret_access_key: 'not-the-secret',
    })
    const run = await exported(2, { format: 'jsonl' })
    expect(run).toMatchObject({ status: 'failed', error_code: 'SERVICE_UNAVAILABLE' })
    expect(run.error).toMatch(/answered 403 to PUT: correct access_key_id and secret_access_key/)
    expect(JSON.stringify(run)).not.toContain('not-the-secret')
  })

  test('is cancelled, and what was begun is removed', async () => {
    let parts = 0
    fixture.bucket.answer = (request, response) => {
      if (request.method === 'PUT' && ++parts > 3) response.writeHead(503).end()
      else fixture.bucket.serve(request, response)
    }
    const id = await fixture.begin(await fixture.pages(300), { format: 'jsonl' })
    await fixture.untilError(id)
    expect((await fixture.cancel(id)).status).toBe('cancelled')
    fixture.bucket.answer = undefined
    await fixture.untilEnded(id)
    expect([fixture.bucket.uploads.size, fixture.bucket.objects.size]).toEqual([0, 0])
    expect((await fixture.cancel(id)).status).toBe('cancelled')
  })
})

test('a folder gets whole files alone, and none outside of it', async () => {
  const { readdir, readFile } = await import('node:fs/promises')
  await fixture.destination({ type: 'folder', path: fixture.folder })
  await exported(300, { format: 'jsonl' })
  const names = await readdir(fixture.folder)
  expect(names).toEqual([expect.stringMatching(/^batch_.*\.jsonl$/)])
  expect(linesOf(await readFile(`${fixture.folder}/${names[0]}`))).toHaveLength(300)
})

/** Has the store do what is asked, and break the connection before each so-many-th answer. */
function losingAnswers({ bucket }: ExportsFixture, each: number): { lost(): number } {
  let [asked, lost] = [0, 0]
  bucket.answer = (request, response) => {
    if (++asked % each === 0) {
      lost++
      response.end = (() => request.socket.destroy()) as never
    }
    bucket.serve(request, response)
  }
  return { lost: () => lost }
}
