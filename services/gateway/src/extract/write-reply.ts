import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createLocalFairSemaphore } from '@gleaner/runtime'
import { type ReplyFacts, shapeReply } from './shape-reply.ts'

/** Parsed and written in one go: some 5 ms. */
const SMALL_BYTES = 256 * 1024
/** Each holds a few times its page, of up to 10 MB, for as long as a second. */
const THREADS = createLocalFairSemaphore({ permits: 2, perShare: 1 })
const MEMORY_MB = 512
const DEADLINE_MS = 60_000

/** The JSON of a reply whose page is text. A large one is made in a thread: parsing it cannot be done in portions. */
export async function writeReply(
  facts: ReplyFacts,
  page: Buffer,
  accountId: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  if (page.length <= SMALL_BYTES)
    return Buffer.from(JSON.stringify(shapeReply(facts, JSON.parse(page.toString()))))
  using _place = await THREADS.acquire(accountId, signal)
  const thread = new Worker(new URL('./reply-thread.ts', import.meta.url), {
    name: 'extract-reply',
    workerData: { facts, page },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  try {
    const either = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)])
    const [bytes] = await once(thread, 'message', { signal: either })
    return bytes
  } finally {
    await thread.terminate()
  }
}
