import { extractJson, type PageTask } from '../extract-json.ts'

/** The program of a reading process: a task in, its result out, one at a time. */
process.on('message', async (task: PageTask) => {
  const outcome = await extractJson(task)
  process.send!(outcome)
})
// The parent process is gone.
process.once('disconnect', () => process.exit())
