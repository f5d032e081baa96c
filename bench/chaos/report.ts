import { describeMachine } from '../lib/machine.ts'
import { table } from '../lib/table.ts'

/** Prints a run's table and what was wrong in it; the process exits with 1 at any fault. */
export function reportFaults(header: string[], rows: string[][], faults: readonly string[]): void {
  console.log(`${describeMachine()}\n`)
  console.log(table(header, rows))
  for (const fault of faults) console.log(`FAULT ${fault}`)
  if (faults.length > 0) process.exitCode = 1
}

export const inOrder = (faults: readonly string[]) =>
  faults.length === 0 ? 'in order' : `${faults.length} faults`
