import { availableParallelism } from 'node:os'
import type { ExtractRequest } from '@gleaner/extract'
import { createExtractPool } from '@gleaner/extract'
import { EXPLODING, type ExplodingDocument } from '@gleaner/extract/testing/exploding-documents'
import { residentBytes, workerProcessesOf } from '@gleaner/extract/testing/process-tree'
import { MEGABYTE } from '@gleaner/runtime/units'
import { describeMachine } from '../lib/machine.ts'
import { megabytes, table } from '../lib/table.ts'

const SAMPLE_MS = 10
/** The budgets of a tier service. */
const POOL = { threads: availableParallelism(), memoryMb: 512, cpuMs: 10_000, ocrCpuMs: 60_000 }

/** What each document that explodes takes until it is read or ended, at full size; `node exploding.ts [kind]`. */
async function main(): Promise<void> {
  const [only = ''] = process.argv.slice(2)
  const pool = createExtractPool(POOL)
  const rows: (string | number)[][] = []
  for (const [kind, document] of Object.entries(EXPLODING) as [string, ExplodingDocument][]) {
    if (!kind.includes(only)) continue
    const request = toRequest(document)
    const size = request.body.length
    const peak = watchPeak()
    const started = performance.now()
    const outcome = await pool.extractJson(request, {})
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const ended = outcome.ok
      ? `${megabytes(outcome.summary.jsonBytes)} MB of JSON`
      : outcome.message.slice(0, 70)
    rows.push([kind, size, seconds, megabytes(peak()), ended])
  }
  await pool.close()
  console.log(`${describeMachine()}\n`)
  console.log(table(['document', 'bytes', 'seconds', 'MB of workers', 'ended with'], rows))
}

function watchPeak(): () => number {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, residentBytes(workerProcessesOf(process.pid)))
  }, SAMPLE_MS)
  return () => {
    clearInterval(timer)
    return peak
  }
}

function toRequest({ type, make, ocr = false }: ExplodingDocument): ExtractRequest {
  return {
    url: 'https://example.com/document',
    body: make(1),
    contentType: type,
    mode: 'auto',
    formats: undefined,
    includeRawHtml: true,
    onlyMainContent: true,
    removeCookieBanners: true,
    evidence: false,
    ocr,
    maxContentBytes: 50 * MEGABYTE,
  }
}

await main()
