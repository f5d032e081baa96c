import { readFileSync, writeFileSync } from 'node:fs'
import { MEGABYTE as MB } from '@gleaner/runtime/units'
import { extract } from '../extract.ts'
import type { ExtractRequest } from '../types.ts'
import { DATA_INPUTS } from './data-inputs.ts'
import { DOCUMENT_INPUTS } from './document-inputs.ts'
import { requestFor } from './hostile-input.ts'
import { STRUCTURE_INPUTS } from './structure-inputs.ts'

/*
 * Reads one hostile input at half a megabyte and at four, and prints, for each, the CPU milliseconds of this thread and the most
 * resident memory in MB above that before: `measure-megabytes.ts <name of the input>`. A process of its own, so that
 * nothing else is measured with it; needs --expose-gc and Linux.
 */
const [name] = process.argv.slice(2)
const input = [...STRUCTURE_INPUTS, ...DATA_INPUTS, ...DOCUMENT_INPUTS].find((one) => one.name === name)
if (!input) throw new Error(`there is no input "${name}"`)
const ask = (size: number) => requestFor(input, size, ['markdown', 'json'])

await read(ask(64 * 1024))
const figures = []
for (const size of [0.5, 4]) {
  const request = ask(size * MB)
  globalThis.gc!()
  // Sets the peak back to what is resident now (proc(5), clear_refs).
  writeFileSync('/proc/self/clear_refs', '5')
  const before = peakMb()
  const cpu = process.threadCpuUsage()
  await read(request)
  const { user, system } = process.threadCpuUsage(cpu)
  figures.push({ size, cpuMs: (user + system) / 1000, memoryMb: peakMb() - before })
}
process.stdout.write(JSON.stringify(figures))

async function read(request: ExtractRequest): Promise<void> {
  const outcome = await extract(request)
  if (!outcome.ok) throw new Error(outcome.message)
}

function peakMb(): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024
}
