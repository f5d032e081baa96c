import { parentPort } from 'node:worker_threads'
import { judge } from './judge.ts'
import type { PageTask, ThreadReply } from './messages.ts'

/** The thread of a judge: one page after the other. */
parentPort!.on('message', (task: PageTask) => parentPort!.postMessage(answer(task)))

function answer(task: PageTask): ThreadReply {
  try {
    return { judged: judge(task) }
  } catch (error) {
    return { error: (error as Error).message }
  }
}
