import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenHandles } from './open-handles.ts'

/**
 * Time for what a suite has closed to be gone. Connections and commands that were given up have deadlines of up to 5 s, whose timers
 * are no leaks.
 */
const PATIENCE_MS = 7_500
const LOOK_EVERY_MS = 10

/**
 * What a suite has left open, with where it was opened: a server, a connection, a timer or a child process would keep its process alive,
 * here as in production.
 */
export async function leftOpen(handles: OpenHandles): Promise<string[]> {
  const deadline = performance.now() + PATIENCE_MS
  while (handles.list().length > 0 && performance.now() < deadline)
    await sleep(LOOK_EVERY_MS, undefined, { ref: false })
  const left = handles.list()
  return left.length > 0 ? [`The suite left open, with where it was opened:\n${left.join('\n')}`] : []
}
