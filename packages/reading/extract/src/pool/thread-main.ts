import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { extractJson, type PageTask } from '../extract-json.ts'
import { REST } from './page-worker.ts'
import { atLowPriority } from './thread-priority.ts'
import type { ThreadData } from './thread-worker.ts'
import { releaseMemory } from './warm-up/release-memory.ts'
import { warmUpTasks } from './warm-up/warm-up.ts'

/** The program of a reading thread: a task in, its result out, one at a time. */
function main(): void {
  let hasPages = false
  parentPort!.on('message', async (task: PageTask | typeof REST) => {
    if (task === REST) return releaseMemory()
    hasPages = true
    const read = () => extractJson(task)
    parentPort!.postMessage(await (task.isBackground ? atLowPriority(read) : read()))
  })
  const { warmsUp } = workerData as ThreadData
  if (warmsUp) void warmUp(() => hasPages)
}

/** Reads samples until there are pages, which make a thread as warm: one waits for the end of a sample at most. */
async function warmUp(isOver: () => boolean): Promise<void> {
  for (const task of warmUpTasks()) {
    await nextTurn()
    if (isOver()) return
    await extractJson(task)
  }
  await nextTurn()
  if (!isOver()) releaseMemory()
}

main()
