import { Worker } from 'node:worker_threads'
import { LlmFailure } from '../client/llm-failure.ts'
import type { Checked, CheckTask } from './check.ts'

/** References make a small schema ask for any amount of work: what takes longer, or more memory, is given up. */
const TIME_MS = 3_000
const MEMORY_MB = 128

/** Holds a model's answer against the schema, in a thread that is ended at its limits. Throws LlmFailure. */
export async function checkAnswer(task: CheckTask): Promise<Checked> {
  const worker = new Worker(new URL('./check-main.ts', import.meta.url), {
    name: 'check-answer',
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Checked>()
  const timer = setTimeout(() => reject(new LlmFailure('too_costly')), TIME_MS)
  worker.once('message', resolve)
  worker.once('error', () => reject(new LlmFailure('too_costly')))
  worker.once('exit', () => reject(new LlmFailure('too_costly')))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
