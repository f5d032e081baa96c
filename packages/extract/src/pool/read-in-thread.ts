import { parentPort } from 'node:worker_threads'
import { extractJson, type WorkerTask } from '../worker.ts'

/** The program of a reading thread: a task in, its result out, one at a time. */
parentPort!.on('message', async (task: WorkerTask) => {
  parentPort!.postMessage(await extractJson(task))
})
