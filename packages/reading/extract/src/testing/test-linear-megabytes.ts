import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { linux, where } from '@gleaner/testkit/where'
import { expect, test } from '@jest/globals'

interface Figure {
  cpuMs: number
  memoryMb: number
}

/** Clearly less than quadratic; linear readers come to 0.5 to 1, as some of their cost is there at once. */
const MAX_EXPONENT = 1.4
/** Below these, times and memory are mostly those of compiling and of collecting garbage. */
const FLOOR: Figure = { cpuMs: 100, memoryMb: 48 }

const measureInProcess = promisify(execFile)
const SCRIPT = fileURLToPath(new URL('../hostile/measure-megabytes.ts', import.meta.url))

function exponent(figures: Figure[], of: keyof Figure): number {
  const [first, last] = [figures[0]![of], figures.at(-1)![of]].map((value) => Math.max(value, FLOOR[of]))
  return Math.log(last! / first!) / Math.log(8)
}

/** Reads hostile inputs, by their names, at megabytes. */
export function testLinearMegabytes(inputs: readonly string[]): void {
  where(linux).describe(
    'time and memory between half a megabyte and four grow no faster than the input:',
    () => {
      test.each(inputs)('%s', async (name) => {
        const { stdout } = await measureInProcess(process.execPath, ['--expose-gc', SCRIPT, name])
        const figures = JSON.parse(stdout) as Figure[]
        expect(figures).toHaveLength(2)
        expect(exponent(figures, 'cpuMs')).toBeLessThan(MAX_EXPONENT)
        expect(exponent(figures, 'memoryMb')).toBeLessThan(MAX_EXPONENT)
      })
    },
  )
}
