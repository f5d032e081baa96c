import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Context } from '../context.ts'
import { type ReplyFacts, shapeReply } from './shape-reply.ts'

/** Parsed and written in one go: some 5 ms. */
const SMALL_BYTES = 256 * 1024
const MEMORY_MB = 512

/** The JSON of a reply whose page is text. A large one is made in a thread: parsing it cannot be done in portions. */
export async function writeReply(
  { replyThreads }: Pick<Context, 'replyThreads'>,
  facts: ReplyFacts,
  page: Buffer,
  accountId: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  if (page.length > SMALL_BYTES)
    return await replyThreads.with(accountId, signal, (inTime) => writeInThread(facts, page, inTime))
  return Buffer.from(JSON.stringify(shapeReply(facts, JSON.parse(page.toString()))))
}

async function writeInThread(facts: ReplyFacts, page: Buffer, signal: AbortSignal): Promise<Uint8Array> {
  const thread = new Worker(new URL('./reply-thread.ts', import.meta.url), {
    name: 'extract-reply',
    workerData: { facts, page },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  try {
    const [bytes] = await once(thread, 'message', { signal })
    return bytes
  } finally {
    await thread.terminate()
  }
}
