import { parseArgs } from 'node:util'
import { createExtractPool } from '@gleaner/extract'
import { DATA_INPUTS } from '@gleaner/extract/hostile/data-inputs'
import { DOCUMENT_INPUTS } from '@gleaner/extract/hostile/document-inputs'
import { type HostileInput, requestFor } from '@gleaner/extract/hostile/hostile-input'
import { RUN_INPUTS } from '@gleaner/extract/hostile/run-inputs'
import { STRUCTURE_INPUTS } from '@gleaner/extract/hostile/structure-inputs'
import { MEGABYTE } from '@gleaner/runtime/units'
import { table } from '../lib/table.ts'

const USAGE = `node bench/extraction/hostile.ts [--sizes 1,2,4,8] [--only <part of a name>] [--memory 1024] [--timeout 60]

Makes all formats of every hostile input at each size (in MB), one at a time in an extraction thread with --memory MB of
heap, as a tier worker does, and tells the seconds. What costs more than --timeout seconds or more memory is "lost".`

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1,2,4,8' },
    only: { type: 'string', default: '' },
    memory: { type: 'string', default: '1024' },
    timeout: { type: 'string', default: '60' },
    help: { type: 'boolean' },
  },
})
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}

const sizes = values.sizes.split(',').map(Number)
const pool = createExtractPool({ threads: 1, memoryMb: Number(values.memory), idleMs: 600_000 })
const inputs = [...STRUCTURE_INPUTS, ...DATA_INPUTS, ...DOCUMENT_INPUTS, ...RUN_INPUTS].filter(({ name }) =>
  name.includes(values.only),
)
const rows: (string | number)[][] = []
for (const input of inputs) {
  const cells: string[] = []
  for (const size of sizes) cells.push(await read(input, size * MEGABYTE))
  rows.push([input.name, ...cells])
}
await pool.close()
console.log(table(['seconds', ...sizes.map((size) => `${size} MB`)], rows))

async function read(input: HostileInput, size: number): Promise<string> {
  const started = process.cpuUsage()
  const limits = { timeoutMs: Number(values.timeout) * 1000 }
  const outcome = await pool.extractJson(requestFor(input, size), {}, limits)
  const { user, system } = process.cpuUsage(started)
  return outcome.ok ? ((user + system) / 1e6).toFixed(1) : 'lost'
}
