import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { extractJson, type PageTask } from '../extract-json.ts'

// Linux knows priorities of threads, and takes 0 for the one that asks; elsewhere it would be the whole process.
if (workerData?.priority === 'low' && process.platform === 'linux')
  setPriority(0, constants.priority.PRIORITY_LOW)

/** The program of a reading thread: a task in, its result out, one at a time. */
parentPort!.on('message', async (task: PageTask) => {
  parentPort!.postMessage(await extractJson(task))
})
