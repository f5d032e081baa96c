import { openPlaces } from '@gleaner/queue/work'
import type { ExtractedJson } from './extract-json.ts'
import type { Budget } from './pool/budget.ts'
import { fallbackCause } from './pool/fallback-cause.ts'
import { isLight } from './pool/is-light.ts'
import { openProcessWorker } from './pool/process-worker.ts'
import { mayRaisePriority } from './pool/thread-priority.ts'
import { openThreadWorker } from './pool/thread-worker.ts'
import { createWorkerQueue, type QueuedPage } from './pool/worker-queue.ts'
import { createWorkerSet, shareWorkerSet } from './pool/worker-set.ts'
import type { ExtractRequest } from './types.ts'

export interface ExtractPoolOptions {
  /**
   * Most pages of text of one account that are read at once, in threads, with one thread more for those of others; and as many more of those that
   * may wait for the processor. Threads start when there is work and end after `idleMs` without any.
   */
  threads: number
  /** Most documents (PDF, office, images, very large pages) read at once, in processes. Default: as `threads`. */
  processes?: number
  /** Memory that one page may take, in MB; one that needs more fails alone. */
  memoryMb: number
  /** CPU time that one page may take. Default 10 s. */
  cpuMs?: number
  /** The same where images are read. Default 60 s. */
  ocrCpuMs?: number
  /** CPU time that the fall-back reader may take for a page on top. Default: half of `cpuMs`. */
  fallbackCpuMs?: number
  /** Default 30 s. */
  idleMs?: number
  /** Threads that stay however long there is nothing to read. Default 0. */
  kept?: number
  /** Called when a page ended its worker: beyond a budget, or a crash. The replacement starts when it is needed. */
  onWorkerLost?: (error: Error) => void
}

export interface ExtractPool {
  /** Starts the threads that are kept, which warm up until the first page comes. */
  prepare(): void
  /**
   * Makes the page part of a scrape result outside of this thread, serialized there so that the caller's event loop
   * never stringifies big content; `extra`'s fields stand first in the JSON object. A web page that cannot be read, or that
   * gives nothing, is read again by the fall-back reader. Never rejects: a deadline, a budget or a crash is an outcome.
   */
  extractJson(request: ExtractRequest, extra: object, limits?: ExtractLimits): Promise<ExtractedJson>
  /** Threads and processes that are alive now. Pools of one process whose pages may take the same memory share their threads. */
  readonly threads: number
  readonly processes: number
  /** Ends all of them, threads with the last pool that shares them; pages that wait or are being read come out as CANCELLED. */
  close(): Promise<void>
}

export interface ExtractLimits {
  signal?: AbortSignal | undefined
  /** Whose page it is, an account's id: pages of different shares take turns. */
  share?: string | undefined
  /** Nobody waits for it: a page of text is read by threads that take what processor time others leave. */
  isBackground?: boolean | undefined
  /** Longest wait for a worker; beyond it the outcome is WAITED_TOO_LONG. Default 5 min. */
  waitMs?: number | undefined
  /** Longest read, by the clock and without the wait. Default 2 min. */
  timeoutMs?: number | undefined
}

const DEFAULTS = { cpuMs: 10_000, ocrCpuMs: 60_000, idleMs: 30_000, waitMs: 300_000, timeoutMs: 120_000 }

/** Budgets of CPU time after which a process is replaced; the kernel ends it after four, whatever it is reading. */
const RETIRE_AFTER = 2

/** A thread's heap is bounded by V8; a process is sampled more often, as native code fills 2 MB a millisecond. */
const SAMPLE_MS = { thread: 200, process: 50 }

export function createExtractPool(options: ExtractPoolOptions): ExtractPool {
  const { threads, processes = threads, memoryMb, kept = 0 } = options
  const { cpuMs = DEFAULTS.cpuMs, ocrCpuMs = DEFAULTS.ocrCpuMs, idleMs = DEFAULTS.idleMs } = options
  const { fallbackCpuMs = cpuMs / 2 } = options
  const onWorkerLost = options.onWorkerLost ?? (() => {})
  const closing = new AbortController()
  const largest: Budget = { cpuMs: Math.max(cpuMs, ocrCpuMs), memoryMb }

  const openThreads = (use: string) =>
    shareWorkerSet([use, memoryMb, idleMs, kept].join(), () =>
      createWorkerSet({ idleMs, kept, open: (isEarly) => openThreadWorker(memoryMb, isEarly), onWorkerLost }),
    )
  const foreground = openThreads('foreground')
  // Each thread compiles its program for itself: pages that somebody waits for and others share threads where they can.
  const background = mayRaisePriority() ? foreground : openThreads('background')
  const own = createWorkerSet({ idleMs, open: () => openProcessWorker(largest), onWorkerLost })

  const reading = { sampleMs: SAMPLE_MS.thread, onWorkerLost }
  const places = () => openPlaces('parsing', threads + 1)
  const awaited = createWorkerQueue({ ...reading, workers: foreground, places: places() })
  const unawaited = createWorkerQueue({ ...reading, workers: background, places: places() })
  const heavy = createWorkerQueue({
    workers: own,
    places: openPlaces('parsing-documents', processes),
    sampleMs: SAMPLE_MS.process,
    retireAboveMb: memoryMb / 4,
    retireAfterCpuMs: largest.cpuMs * RETIRE_AFTER,
    onWorkerLost,
  })

  return {
    prepare: foreground.prepare,
    async extractJson(request, extra, limits = {}) {
      const { signal, share = '', waitMs = DEFAULTS.waitMs, timeoutMs = DEFAULTS.timeoutMs } = limits
      const { isBackground } = limits
      const isOcr = request.ocr || request.mode === 'ocr'
      const fits = isLight(request)
      const queued: QueuedPage = {
        task: { request, extra, isBackground },
        share,
        budget: { cpuMs: isOcr && !fits ? ocrCpuMs : cpuMs, memoryMb },
        waitMs,
        timeoutMs,
        signals: signal ? [signal, closing.signal] : [closing.signal],
      }
      const readAt = performance.now()
      const light = isBackground ? unawaited : awaited
      const outcome = await (fits ? light : heavy).read(queued)
      const cause = fallbackCause(request, outcome)
      if (!cause) return outcome
      const leftMs = timeoutMs - (performance.now() - readAt)
      if (leftMs <= 0) return outcome
      const second = await heavy.read({
        ...queued,
        task: { request, extra, fallback: cause },
        budget: { cpuMs: fallbackCpuMs, memoryMb },
        waitMs: leftMs,
        timeoutMs: leftMs,
      })
      return second.ok ? second : outcome
    },
    get threads() {
      return background === foreground ? foreground.size : foreground.size + background.size
    },
    get processes() {
      return own.size
    },
    async close() {
      closing.abort()
      await Promise.all([foreground.close(), background.close(), own.close()])
    },
  }
}
