import { transferableAbortSignal } from 'node:util'
import { Piscina } from 'piscina'
import type { ExtractRequest } from './types.ts'
import type { ExtractedJson, WorkerTask } from './worker.ts'

export interface ExtractPoolOptions {
  /** Most pages read at once. Threads start when there is work and end after `idleMs` without any. */
  threads: number
  /** Heap of one thread in MB; a page that needs more fails alone. */
  memoryMbPerThread: number
  /** Default 30 s. */
  idleMs?: number
  /** Told when a thread died of a page (out of memory, a crash of native code). Its replacement starts by itself. */
  onThreadLost?: (error: Error) => void
}

export interface ExtractPool {
  /**
   * Makes the page part of a scrape result in a worker thread, serialized there so that the caller's event loop never
   * stringifies big content; `extra`'s fields stand first in the JSON object. The body's memory is handed over, not
   * copied: `request.body` is empty afterwards. Never rejects: a deadline, lack of memory or a crash is an outcome.
   */
  extractJson(request: ExtractRequest, extra: object, limits?: ExtractLimits): Promise<ExtractedJson>
  /** Threads that are alive now. */
  readonly threads: number
  /** Ends all threads; pages still being read come out as EXTRACTION_FAILED. */
  close(): Promise<void>
}

export interface ExtractLimits {
  signal?: AbortSignal | undefined
  /** Waiting for a free thread included. Default 60 s. */
  timeoutMs?: number | undefined
}

const DEFAULT_TIMEOUT_MS = 60_000

/** How long a thread that reads images may take to end its processes. */
const GRACE_MS = 500

/** A third of V8's own choice: two busy threads keep 200 MB less, for a few percent of CPU. */
const YOUNG_GENERATION_MB = 16

export function createExtractPool(options: ExtractPoolOptions): ExtractPool {
  const piscina = new Piscina<WorkerTask, ExtractedJson>({
    filename: new URL('./worker.ts', import.meta.url).href,
    name: 'extractJson',
    minThreads: 0,
    maxThreads: options.threads,
    idleTimeout: options.idleMs ?? 30_000,
    // A thread that blocks in Atomics.wait starves the asynchronous work of OCR and PDF reading.
    atomics: 'disabled',
    recordTiming: false,
    resourceLimits: {
      maxOldGenerationSizeMb: options.memoryMbPerThread,
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
    },
  })
  // Without a listener the death of an idle thread would end the process.
  piscina.on('error', (error: Error) => options.onThreadLost?.(error))

  return {
    async extractJson(request, extra, limits = {}) {
      const timeoutMs = limits.timeoutMs ?? DEFAULT_TIMEOUT_MS
      const deadline = AbortSignal.timeout(timeoutMs)
      const signal = limits.signal ? AbortSignal.any([limits.signal, deadline]) : deadline
      const body = ownBuffer(request.body)
      const buffer = body.buffer as ArrayBuffer
      const task: WorkerTask = { request: { ...request, body }, extra }
      try {
        if (!request.ocr && request.mode !== 'ocr')
          return await piscina.run(task, { signal, transferList: [buffer] })
        // Ending the thread would leave the processes it started running, so it is told first, and ended if it does not answer.
        const told = transferableAbortSignal(signal)
        const outcome = await piscina.run(
          { ...task, signal: told },
          { signal: after(signal, GRACE_MS), transferList: [buffer, told as never] },
        )
        return signal.aborted && !outcome.ok ? failed(reasonOfAbort(deadline, timeoutMs)) : outcome
      } catch (error) {
        if (signal.aborted) return failed(reasonOfAbort(deadline, timeoutMs))
        options.onThreadLost?.(error as Error)
        return failed(reasonOfDeath(error, options.memoryMbPerThread))
      }
    },
    get threads() {
      return piscina.threads.length
    },
    close: () => piscina.destroy(),
  }
}

/** Aborts `ms` after `signal` does; at once when that has aborted already. */
function after(signal: AbortSignal, ms: number): AbortSignal {
  if (signal.aborted) return signal
  const late = new AbortController()
  signal.addEventListener('abort', () => setTimeout(() => late.abort(), ms).unref(), { once: true })
  return late.signal
}

/** Only a buffer that holds nothing but the body may be transferred: small Node buffers share one. */
function ownBuffer(body: Uint8Array): Uint8Array {
  const isWhole = body.byteLength === body.buffer.byteLength && body.buffer instanceof ArrayBuffer
  return isWhole ? new Uint8Array(body.buffer) : new Uint8Array(body)
}

function reasonOfAbort(deadline: AbortSignal, timeoutMs: number): string {
  return deadline.aborted
    ? `The page could not be read within ${timeoutMs} ms.`
    : 'Reading the page was cancelled.'
}

function reasonOfDeath(error: unknown, memoryMb: number): string {
  const code = (error as { code?: unknown } | null)?.code
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? `Reading the page needs more than ${memoryMb} MB of memory.`
    : 'The page could not be read.'
}

function failed(message: string): ExtractedJson {
  return { ok: false, code: 'EXTRACTION_FAILED', message }
}
