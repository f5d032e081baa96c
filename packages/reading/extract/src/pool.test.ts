import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { wordsImage } from '@gleaner/documents/testing/words-image'
import { eventually } from '@gleaner/testkit'
import { linux, where } from '@gleaner/testkit/where'
import { afterEach, describe, expect, test } from '@jest/globals'
import { READER_NICE } from './pool/process-worker.ts'
import { mayRaisePriority } from './pool/thread-priority.ts'
import { createExtractPool, type ExtractPool } from './pool.ts'
import { workerProcessesOf } from './testing/process-tree.ts'
import type { ExtractRequest } from './types.ts'

const PAGE = `<!doctype html><html lang="en"><head><title>A day at the lake</title></head><body>
<nav><a href="/">Home</a> <a href="/about">About</a></nav>
<article><h1>A day at the lake</h1>
<p>We left the house before sunrise, because the road along the river is empty then, and the light is best.</p>
<p>At the lake the water was still, and nobody was there but a heron, which did not mind us at all.</p>
</article></body></html>`

let pool: ExtractPool | undefined
afterEach(() => pool?.close())

describe('the extract pool', () => {
  test('gives the page part of a result as JSON with the caller fields first', async () => {
    pool = createExtractPool({ threads: 1, memoryMb: 256 })
    const outcome = await pool.extractJson(request(PAGE), { url: 'https://example.com/', status_code: 200 })
    if (!outcome.ok) throw new Error(outcome.message)
    expect(Object.keys(JSON.parse(outcome.json)).slice(0, 2)).toEqual(['url', 'status_code'])
    expect(JSON.parse(outcome.json)).toMatchObject({
      status_code: 200,
      content: expect.stringContaining('nobody was there but a heron'),
      title: 'A day at the lake',
      metadata: { language: 'en' },
    })
    expect(outcome).toMatchObject({ kind: 'html', ocrUsed: false, summary: { title: 'A day at the lake' } })
    expect(outcome.summary.jsonBytes).toBe(Buffer.byteLength(outcome.json))
  })

  test('leaves the body to its caller, also where it is a part of a buffer', async () => {
    pool = createExtractPool({ threads: 1, memoryMb: 256 })
    const whole = new TextEncoder().encode(PAGE)
    const shared = Buffer.from(PAGE)
    expect((await pool.extractJson({ ...request(''), body: whole }, {})).ok).toBe(true)
    expect((await pool.extractJson({ ...request(''), body: shared }, {})).ok).toBe(true)
    expect(new TextDecoder().decode(whole)).toBe(PAGE)
    expect(shared.toString()).toBe(PAGE)
  })

  test('ends a page that exceeds its deadline, and reads the next one', async () => {
    pool = createExtractPool({ threads: 1, memoryMb: 256 })
    await pool.extractJson(request(PAGE), {})
    const slow = await pool.extractJson(
      request('<p>long enough to need a while</p>'.repeat(400_000)),
      {},
      { timeoutMs: 50 },
    )
    expect(slow).toEqual({
      ok: false,
      code: 'EXTRACTION_FAILED',
      message: 'The page could not be read within 50 ms.',
    })
    expect((await pool.extractJson(request(PAGE), {})).ok).toBe(true)
  })

  test('loses one thread, not the process, to a page that needs too much memory', async () => {
    const lost: Error[] = []
    pool = createExtractPool({ threads: 1, memoryMb: 24, onWorkerLost: (error) => lost.push(error) })
    const huge = await pool.extractJson(request('<i>x</i>'.repeat(800_000)), {})
    expect(huge).toEqual({
      ok: false,
      code: 'EXTRACTION_FAILED',
      message: expect.stringContaining('Reading the page needs more than 24 MB of memory'),
    })
    expect(lost).toHaveLength(1)
  })

  test('gives up when the caller does', async () => {
    pool = createExtractPool({ threads: 1, memoryMb: 256 })
    const outcome = await pool.extractJson(request(PAGE), {}, { signal: AbortSignal.abort() })
    expect(outcome).toMatchObject({ ok: false, message: 'Reading the page was cancelled.' })
  })

  test('ends the reading of an image at its deadline, and reads the next page', async () => {
    pool = createExtractPool({ threads: 1, memoryMb: 256 })
    const body = new Uint8Array(wordsImage())
    const image = { ...request(''), body, contentType: 'image/png', mode: 'ocr' as const }
    expect(await pool.extractJson(image, {}, { timeoutMs: 20 })).toEqual({
      ok: false,
      code: 'EXTRACTION_FAILED',
      message: 'The page could not be read within 20 ms.',
    })
    expect((await pool.extractJson(request(PAGE), {})).ok).toBe(true)
  })

  where(linux).test('reads what takes seconds in processes that make room for all else', async () => {
    pool = createExtractPool({ threads: 1, memoryMb: 256 })
    const body = new Uint8Array(wordsImage())
    await pool.extractJson({ ...request(''), body, contentType: 'image/png', mode: 'ocr' as const }, {})
    const processes = workerProcessesOf(process.pid)
    expect(processes.length).toBeGreaterThan(0)
    for (const pid of processes) expect(getPriority(pid)).toBe(READER_NICE)
  })

  test('starts threads when there is work and lets them go when there is none', async () => {
    pool = createExtractPool({ threads: 2, memoryMb: 256, idleMs: 100 })
    expect(pool.threads).toBe(0)
    await Promise.all([pool.extractJson(request(PAGE), {}), pool.extractJson(request(PAGE), {})])
    expect(pool.threads).toBeGreaterThan(0)
    await eventually(() => expect(pool?.threads).toBe(0))
  })

  test('keeps a thread however long there is nothing to read, and reads the next page in it', async () => {
    pool = createExtractPool({ threads: 2, memoryMb: 256, idleMs: 100, kept: 1 })
    await Promise.all([pool.extractJson(request(PAGE), {}), pool.extractJson(request(PAGE), {})])
    await eventually(() => expect(pool?.threads).toBe(1))
    // Three times as long as a thread may be idle.
    await sleep(300)
    expect(pool.threads).toBe(1)
    expect((await pool.extractJson(request(PAGE), {})).ok).toBe(true)
    expect(pool.threads).toBe(1)
  })

  test('prepares the threads that it keeps, which read pages before they are warm', async () => {
    pool = createExtractPool({ threads: 1, memoryMb: 256, kept: 1 })
    pool.prepare()
    expect(pool.threads).toBe(1)
    expect((await pool.extractJson(request(PAGE), {})).ok).toBe(true)
    expect(pool.threads).toBe(1)
    await pool.close()
    expect(pool.threads).toBe(0)
  })

  test('shares its threads with other pools of the process, and leaves them to those that go on', async () => {
    pool = createExtractPool({ threads: 1, memoryMb: 256 })
    const other = createExtractPool({ threads: 1, memoryMb: 256 })
    expect((await pool.extractJson(request(PAGE), {})).ok).toBe(true)
    expect((await other.extractJson(request(PAGE), {})).ok).toBe(true)
    expect([pool.threads, other.threads]).toEqual([1, 1])
    await other.close()
    await other.close()
    expect(pool.threads).toBe(1)
    expect((await pool.extractJson(request(PAGE), {})).ok).toBe(true)
    await pool.close()
    expect(pool.threads).toBe(0)
  })

  where(linux).test(
    'reads what nobody waits for with what processor time others leave, and what is awaited beside it',
    async () => {
      pool = createExtractPool({ threads: 1, memoryMb: 256 })
      const before = lowPriorityThreads()
      const long = request(`<p>${'A lake with herons. '.repeat(20_000)}`)
      const unawaited = pool.extractJson(long, {}, { isBackground: true })
      await eventually(() => expect(lowPriorityThreads()).toBe(before + 1))
      expect((await pool.extractJson(request(PAGE), {})).ok).toBe(true)
      expect(pool.threads).toBe(2)
      expect((await unawaited).ok).toBe(true)
    },
  )

  where({ isMet: mayRaisePriority(), missing: 'no CAP_SYS_NICE' }).test(
    'reads what is awaited in the same threads afterwards, at their own priority',
    async () => {
      pool = createExtractPool({ threads: 1, memoryMb: 256 })
      const before = lowPriorityThreads()
      expect((await pool.extractJson(request(PAGE), {}, { isBackground: true })).ok).toBe(true)
      expect((await pool.extractJson(request(PAGE), {})).ok).toBe(true)
      expect([pool.threads, lowPriorityThreads()]).toEqual([1, before])
    },
  )

  test('reads page after page in the thread that was at work last', async () => {
    pool = createExtractPool({ threads: 2, memoryMb: 256, idleMs: 1_000 })
    await Promise.all([pool.extractJson(request(PAGE), {}), pool.extractJson(request(PAGE), {})])
    expect(pool.threads).toBe(2)
    await eventually(async () => {
      expect((await pool!.extractJson(request(PAGE), {})).ok).toBe(true)
      expect(pool!.threads).toBe(1)
    })
  })

  test('refuses what is no page', async () => {
    pool = createExtractPool({ threads: 1, memoryMb: 256 })
    const video = await pool.extractJson({ ...request('x'), contentType: 'video/mp4' }, {})
    expect(video).toMatchObject({ ok: false, code: 'UNSUPPORTED_CONTENT_TYPE' })
  })
})

/** Threads of this process with the lowest priority: field 19 of proc(5), /proc/pid/stat. */
function lowPriorityThreads(): number {
  const stats = readdirSync('/proc/self/task').map((id) => readFileSync(`/proc/self/task/${id}/stat`, 'utf8'))
  return stats.filter((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16] === '19').length
}

function request(html: string): ExtractRequest {
  return {
    url: 'https://example.com/lake',
    body: new TextEncoder().encode(html),
    contentType: 'text/html; charset=utf-8',
    mode: 'auto',
    formats: undefined,
    includeRawHtml: false,
    onlyMainContent: true,
    removeCookieBanners: true,
    evidence: false,
    ocr: false,
    maxContentBytes: 10_000_000,
  }
}
