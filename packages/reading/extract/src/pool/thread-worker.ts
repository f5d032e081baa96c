import { Worker } from 'node:worker_threads'
import type { ExtractedJson, PageTask } from '../extract-json.ts'
import { type PageWorker, REST, WorkerLost } from './page-worker.ts'

/** A sixth of V8's own choice. Two busy threads hold 25 MB less than with 16, for the same CPU. */
const YOUNG_GENERATION_MB = 8

/** What a thread is started with. */
export interface ThreadData {
  /** It reads samples until the first page comes. */
  warmsUp: boolean
}

/** A worker thread. V8 itself ends it when its heap outgrows `memoryMb`. */
export function openThreadWorker(memoryMb: number, warmsUp = false): PageWorker {
  const worker = new Worker(new URL('./thread-main.ts', import.meta.url), {
    name: 'extract',
    workerData: { warmsUp } satisfies ThreadData,
    resourceLimits: {
      maxOldGenerationSizeMb: memoryMb,
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
    },
  })
  let isAlive = true
  let pending: PromiseWithResolvers<ExtractedJson> | undefined
  const lose = (error: unknown) => {
    isAlive = false
    pending?.reject(toLoss(error))
    pending = undefined
  }
  // One that waits for its first page keeps no process alive.
  worker.unref()
  worker.on('error', lose)
  worker.once('exit', (code) => lose(new Error(`the thread ended with code ${code}`)))
  worker.on('message', (outcome: ExtractedJson) => {
    worker.unref()
    pending?.resolve(outcome)
    pending = undefined
  })

  return {
    read(task: PageTask) {
      pending = Promise.withResolvers()
      const { promise } = pending
      // The caller may need the body again, for the fall-back reader.
      const body = new Uint8Array(task.request.body)
      worker.ref()
      worker.postMessage({ ...task, request: { ...task.request, body } }, [body.buffer as ArrayBuffer])
      return promise
    },
    async usage() {
      try {
        const [cpu, heap] = await Promise.all([worker.cpuUsage(), worker.getHeapStatistics()])
        // V8 bounds the heap, collecting garbage first; this is the memory outside of it.
        return { cpuMs: (cpu.user + cpu.system) / 1000, memoryBytes: heap.external_memory }
      } catch {
        return undefined
      }
    },
    rest() {
      worker.postMessage(REST)
    },
    async end() {
      isAlive = false
      pending = undefined
      await worker.terminate()
    },
    get isAlive() {
      return isAlive
    },
  }
}

function toLoss(error: unknown): WorkerLost {
  const { message, code } = error as NodeJS.ErrnoException
  return new WorkerLost(message, code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : undefined)
}
