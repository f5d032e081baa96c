import { parentPort } from 'node:worker_threads'
import { extractJson, type PageTask } from '../extract-json.ts'
import { atLowPriority } from './thread-priority.ts'

/** The program of a reading thread: a task in, its result out, one at a time. */
parentPort!.on('message', async (task: PageTask) => {
  const read = () => extractJson(task)
  parentPort!.postMessage(await (task.isBackground ? atLowPriority(read) : read()))
})
