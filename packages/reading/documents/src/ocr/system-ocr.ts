import { execFile } from 'node:child_process'
import { MEGABYTE } from '@gleaner/runtime/units'
import { type Ocr, toParagraphs } from './ocr.ts'

/** Longest time for one image. */
const TIMEOUT_MS = 60_000

/** The `tesseract` on the PATH; undefined when there is none, or when it lacks one of the languages. */
export async function openSystemOcr(
  languages: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Ocr | undefined> {
  const list = await run(['--list-langs'], undefined, signal).catch(() => undefined)
  const known = new Set(
    list
      ?.split('\n')
      .slice(1)
      .map((line) => line.trim()),
  )
  if (!languages.every((language) => known.has(language))) return undefined
  return {
    read: async (image) => toParagraphs(await run(['-', '-', '-l', languages.join('+')], image, signal)),
    close: async () => {},
  }
}

function run(args: string[], input: Buffer | undefined, signal: AbortSignal | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      'tesseract',
      args,
      { timeout: TIMEOUT_MS, maxBuffer: 16 * MEGABYTE, ...(signal && { signal }) },
      (error, stdout) => (error ? reject(error) : resolve(stdout)),
    )
    // The process may end before it has read everything.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}
