import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { JudgedPage, PageTask, ThreadReply } from './messages.ts'

/** Compares pages in a thread, one at a time: pages are hostile, and others wait for the event loop. */
export interface Judge {
  /** Throws PageNotJudged for a page that cannot be read, or takes too long; the reason of the signal when that aborts. */
  judge(task: PageTask, signal: AbortSignal): Promise<JudgedPage>
  close(): Promise<void>
}

/** The message is for the monitor's owner. */
export class PageNotJudged extends Error {
  override readonly name = 'PageNotJudged'
}

/** Of one page; most take some milliseconds. */
const LONGEST_MS = 20_000
const MEMORY_MB = 512

export function openJudge(): Judge {
  let thread: Worker | undefined

  function start(): Worker {
    const started = new Worker(new URL('./thread.ts', import.meta.url), {
      name: 'judge-pages',
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    started.on('error', () => {})
    return started
  }

  async function end(): Promise<void> {
    const ended = thread
    thread = undefined
    await ended?.terminate()
  }

  return {
    async judge(task, signal) {
      thread ??= start()
      thread.postMessage(task)
      const late = AbortSignal.timeout(LONGEST_MS)
      try {
        const reply: ThreadReply = await answerOf(thread, AbortSignal.any([late, signal]))
        if ('judged' in reply) return reply.judged
        throw new PageNotJudged(reply.error)
      } catch (error) {
        if (error instanceof PageNotJudged) throw error
        await end()
        signal.throwIfAborted()
        throw new PageNotJudged('The page takes too long, or too much memory, to be compared.')
      }
    },
    close: end,
  }
}

/** The thread's next message; rejects when it ends, or the signal aborts. */
async function answerOf(thread: Worker, signal: AbortSignal): Promise<ThreadReply> {
  const heard = new AbortController()
  const until = { signal: AbortSignal.any([heard.signal, signal]) }
  try {
    const [first] = await Promise.race([
      once(thread, 'message', until),
      once(thread, 'exit', until).then(() => Promise.reject(new Error('the thread ended'))),
    ])
    return first
  } finally {
    heard.abort()
  }
}
