import { listProcesses } from '@gleaner/runtime/process-table'
import { usageBeyondProgram } from '../budgets/process-tree.ts'

/** Finds the most memory that all processes of browsers below `tempRoot` hold, until it is stopped; in bytes. */
export function watchPeak(tempRoot: string): { stop(): number } {
  let peak = 0
  const timer = setInterval(() => {
    const rows = listProcesses()
    const groups = new Set(
      rows.filter(({ command }) => command.includes(`${tempRoot}/`)).map(({ group }) => group),
    )
    const members = rows.filter(({ group }) => groups.has(group))
    const held = members.reduce((sum, { pid }) => sum + (usageBeyondProgram(pid)?.memory ?? 0), 0)
    peak = Math.max(peak, held)
  }, 100)
  return {
    stop() {
      clearInterval(timer)
      return peak
    },
  }
}
