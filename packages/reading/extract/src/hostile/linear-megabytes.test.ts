import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { linux, where } from '@gleaner/testkit/where'
import { expect, test } from '@jest/globals'

/** One input for each reader; all of them go through the same parser and walk. The rest is in `bench/extraction/hostile.ts`. */
const INPUTS = [
  'attributes',
  'definitions in definitions',
  'images of one picture',
  'items that refer to each other',
  'JSON-LD of objects',
  'links that are all others',
  'RDFa within RDFa',
  'tables in tables',
  'a feed of entries',
  'a table of rows',
  'a text of one word',
  'JSON of objects',
  'XML within XML',
]

interface Figure {
  cpuMs: number
  memoryMb: number
}

/** Clearly less than quadratic; linear readers come to 0.5 to 1, as some of their cost is there at once. */
const MAX_EXPONENT = 1.4
/** Below these, times and memory are mostly those of compiling and of collecting garbage. */
const FLOOR: Figure = { cpuMs: 100, memoryMb: 48 }

const measureInProcess = promisify(execFile)
const SCRIPT = fileURLToPath(new URL('./measure-megabytes.ts', import.meta.url))

function exponent(figures: Figure[], of: keyof Figure): number {
  const [first, last] = [figures[0]![of], figures.at(-1)![of]].map((value) => Math.max(value, FLOOR[of]))
  return Math.log(last! / first!) / Math.log(8)
}

where(linux).describe(
  'time and memory between half a megabyte and four grow no faster than the input:',
  () => {
    test.each(INPUTS)(
      '%s',
      async (name) => {
        const { stdout } = await measureInProcess(process.execPath, ['--expose-gc', SCRIPT, name])
        const figures = JSON.parse(stdout) as Figure[]
        expect(figures).toHaveLength(2)
        expect(exponent(figures, 'cpuMs')).toBeLessThan(MAX_EXPONENT)
        expect(exponent(figures, 'memoryMb')).toBeLessThan(MAX_EXPONENT)
      },
      120_000,
    )
  },
)
