import { extractJson, type WorkerTask } from '../worker.ts'

/** The program of a reading process: a task in, its result out, one at a time. */
process.on('message', async (task: WorkerTask) => {
  const outcome = await extractJson(task)
  process.send!(outcome)
})
// Whoever would take the result is gone.
process.once('disconnect', () => process.exit())
