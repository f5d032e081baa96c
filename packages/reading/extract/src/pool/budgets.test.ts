import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Format } from '@gleaner/contracts'
import { makePdf } from '@gleaner/documents/testing/make-pdf'
import { MEGABYTE } from '@gleaner/runtime/units'
import { eventually } from '@gleaner/testkit'
import { afterEach, describe, expect, test } from '@jest/globals'
import { createExtractPool, type ExtractPool, type ExtractPoolOptions } from '../pool.ts'
import { EXPLODING, type ExplodingDocument } from '../testing/exploding-documents.ts'
import { nestedFormsPdf } from '../testing/exploding-pdfs.ts'
import { watchPeak, workerProcessesOf } from '../testing/process-tree.ts'
import type { ExtractRequest } from '../types.ts'

/** Small budgets, so that small explosions pass them. */
const BUDGET = { memoryMb: 128, cpuMs: 1_500, ocrCpuMs: 1_500 }
const MAX_REPLY = 4 * MEGABYTE
const SCALE = 0.1

let pool: ExtractPool
const open = (options: Partial<ExtractPoolOptions> = {}) => {
  pool = createExtractPool({ threads: 2, processes: 2, ...BUDGET, ...options })
  return pool
}
afterEach(() => pool.close())

/** Some; `npm run test:long` reads all, at full size and with the budgets of a service. */
const KINDS = [
  'PDF of nested forms',
  'workbook of two cells in opposite corners',
  'JSON of 50 MB of brackets',
  'page of 45 MB of control characters',
] as const satisfies (keyof typeof EXPLODING)[]

/** The clock says little on a busy machine. */
test('documents that explode end alone, within their budget, and leave nothing behind', async () => {
  open()
  const peak = watchPeak()
  let attacking = true
  const attacks = KINDS.map(async (kind) => {
    const outcome = await pool.extractJson(explosive(EXPLODING[kind]), {}, { share: 'attacker' })
    return [kind, outcome] as const
  })
  const attacked = Promise.all(attacks).finally(() => {
    attacking = false
  })
  let innocents = 0
  while (attacking) {
    const read = await Promise.all([
      pool.extractJson(innocentPage(), {}, { share: 'other' }),
      pool.extractJson(innocentPdf(), {}, { share: 'other' }),
    ])
    for (const outcome of read)
      expect(outcome).toMatchObject({ ok: true, json: expect.stringContaining('a heron') })
    innocents += read.length
    // Leaves the attacks the processor for a while.
    await sleep(200)
  }

  expect(innocents).toBeGreaterThan(4)
  for (const [kind, outcome] of await attacked) {
    if (outcome.ok) expect([kind, Buffer.byteLength(outcome.json) <= MAX_REPLY]).toEqual([kind, true])
    else expect([kind, outcome.code]).toEqual([kind, 'EXTRACTION_FAILED'])
  }
  // Two programs of 128 MB, the budget of one page, and what it takes between two looks on a busy machine.
  expect(peak()).toBeLessThan((2 * 128 + BUDGET.memoryMb + 256) * MEGABYTE)
  await pool.close()
  expect(pool).toMatchObject({ threads: 0, processes: 0 })
  expect(workerProcessesOf(process.pid)).toEqual([])
})

describe('a read beyond its budget', () => {
  test.each([
    ['memory', 'JSON of 50 MB of brackets', /more than 128 MB of memory.*EXTRACT_MEMORY_MB/],
    ['CPU time', 'PDF of nested forms', /more than 1.5 s of CPU time.*EXTRACT_CPU/],
  ] as const)('of %s is told so, with the remedy', async (_, kind, message) => {
    const lost: Error[] = []
    open({ onWorkerLost: (error) => lost.push(error) })
    const outcome = await pool.extractJson(explosive(EXPLODING[kind]), {})
    expect(outcome).toEqual({ ok: false, code: 'EXTRACTION_FAILED', message: expect.stringMatching(message) })
    expect(lost).toHaveLength(1)
  })

  test('is ended in a thread as well, and the other thread goes on', async () => {
    open({ cpuMs: 700 })
    // Loading its program is a thread's own business.
    await Promise.all([pool.extractJson(innocentPage(), {}), pool.extractJson(innocentPage(), {})])
    const formats: Format[] = [
      'markdown',
      'text',
      'html',
      'json',
      'json_v2',
      'rag',
      'links',
      'images',
      'content',
    ]
    const slow = { ...request('<p>a text of <b>some</b> words</p>'.repeat(55_000), 'text/html'), formats }
    const [outcome, innocent] = await Promise.all([
      pool.extractJson(slow, {}, { share: 'attacker' }),
      pool.extractJson(innocentPage(), {}, { share: 'other' }),
    ])
    expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining('0.7 s of CPU time') })
    expect(innocent).toMatchObject({ ok: true })
  })

  test('costs those who wait nothing of theirs, and accounts take turns', async () => {
    open({ processes: 1 })
    const ended: string[] = []
    const read = async (share: string, what: ExtractRequest) => {
      const outcome = await pool.extractJson(what, {}, { share })
      ended.push(`${share}: ${outcome.ok}`)
    }
    const nested = () => request(nestedFormsPdf(10), 'application/pdf')
    await Promise.all([
      ...Array.from({ length: 3 }, () => read('attacker', nested())),
      // Waits longer than its own budget.
      read('other', innocentPdf()),
    ])
    expect(ended.indexOf('other: true')).toBeLessThanOrEqual(2)
    expect(ended).toContain('other: true')
    expect(ended.filter((one) => one === 'attacker: false')).toHaveLength(3)
  })

  test('never takes the last process from other accounts', async () => {
    open()
    const attacks = Array.from({ length: 4 }, () =>
      pool.extractJson(request(nestedFormsPdf(10), 'application/pdf'), {}, { share: 'attacker' }),
    )
    expect(await pool.extractJson(innocentPdf(), {}, { share: 'other' })).toMatchObject({ ok: true })
    expect(pool.processes).toBe(2)
    await pool.close()
    expect(await Promise.all(attacks)).toEqual(Array(4).fill(expect.objectContaining({ code: 'CANCELLED' })))
  })

  test('waits no longer than its request allows, and says that it was not read', async () => {
    open({ processes: 1 })
    void pool.extractJson(request(nestedFormsPdf(10), 'application/pdf'), {})
    expect(await pool.extractJson(innocentPdf(), {}, { waitMs: 50 })).toMatchObject({
      code: 'WAITED_TOO_LONG',
    })
  })
})

describe('a reading process', () => {
  const workerPid = async () => {
    expect(await pool.extractJson(innocentPdf(), {})).toMatchObject({ ok: true })
    return workerProcessesOf(process.pid)[0]!
  }

  test('is bounded by the kernel too, goes first when memory is short, and knows no secret', async () => {
    process.env.ENCRYPTION_KEYS = 'k1:secret'
    open()
    const pid = await workerPid()
    delete process.env.ENCRYPTION_KEYS
    const limits = readFileSync(`/proc/${pid}/limits`, 'utf8')
    expect(limits).toMatch(/Max data size +\d+ +\d+ +bytes/)
    expect(limits).toMatch(/Max cpu time +\d+ +\d+ +seconds/)
    expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).toBe('1000')
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('secret')
  })

  test('serves one page after the other, and ends when there are none', async () => {
    open({ idleMs: 300 })
    expect(await workerPid()).toBe(await workerPid())
    await eventually(() => expect(pool.processes).toBe(0))
    await eventually(() => expect(workerProcessesOf(process.pid)).toEqual([]))
  })

  test('is not handed on with the memory that a page has left in it', async () => {
    open({ memoryMb: 320, cpuMs: 60_000 })
    const first = await workerPid()
    const large = request(`<p>${'word '.repeat(6 * MEGABYTE)}`, 'text/html')
    expect(await pool.extractJson(large, {})).toMatchObject({ ok: true })
    expect(await workerPid()).not.toBe(first)
  })

  test('is replaced before all that it has read adds up to what the kernel lets one process take', async () => {
    // One read takes some 0.2 s of processor time, and twice that where the machine is busy; thirty pass the kernel's 4 s.
    open({ processes: 1, memoryMb: 2_048, cpuMs: 1_000, ocrCpuMs: 1_000 })
    const large = request(`<p>${'word '.repeat(MEGABYTE / 4)}`, 'text/html')
    for (let read = 0; read < 30; read++)
      expect([read, await pool.extractJson(large, {})]).toMatchObject([read, { ok: true }])
  })

  test('ends with the process that it reads for, however that ends', async () => {
    open()
    const program = new URL('./testing/read-and-hang.ts', import.meta.url)
    const parent = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    await once(parent, 'message')
    const [worker] = workerProcessesOf(parent.pid!)
    expect(existsSync(`/proc/${worker}`)).toBe(true)
    parent.kill('SIGKILL')
    await eventually(() => expect(existsSync(`/proc/${worker}`)).toBe(false))
  })
})

function explosive({ type, make, ocr = false }: ExplodingDocument): ExtractRequest {
  return { ...request(make(SCALE), type), ocr }
}

function innocentPage(): ExtractRequest {
  return request(
    `<article><h1>A lake</h1><p>${'Nobody was there but a heron. '.repeat(20)}</p></article>`,
    'text/html',
  )
}

function innocentPdf(): ExtractRequest {
  const text = 'Nobody was there but a heron, which did not mind us.'
  return request(makePdf([[{ x: 72, y: 700, size: 12, text }]]), 'application/pdf')
}

function request(body: string | Uint8Array, contentType: string): ExtractRequest {
  return {
    url: 'https://example.com/document',
    body: new Uint8Array(Buffer.from(body)),
    contentType,
    mode: 'auto',
    formats: undefined,
    includeRawHtml: true,
    onlyMainContent: true,
    removeCookieBanners: true,
    evidence: false,
    ocr: false,
    maxContentBytes: MAX_REPLY,
  }
}
