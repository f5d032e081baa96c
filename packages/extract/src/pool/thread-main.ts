import { parentPort } from 'node:worker_threads'
import { extractJson, type PageTask } from '../extract-json.ts'

/** The program of a reading thread: a task in, its result out, one at a time. */
parentPort!.on('message', async (task: PageTask) => {
  parentPort!.postMessage(await extractJson(task))
})
