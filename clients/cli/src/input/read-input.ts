import { readFile } from 'node:fs/promises'
import { misuse } from '../failure.ts'

/** The bytes of a file, or of what is piped in where it is called `-`. */
export async function readInput(path: string, stdin: NodeJS.ReadStream): Promise<Buffer> {
  if (path !== '-') return await readFile(path)
  if (stdin.isTTY) throw misuse('Nothing is piped in.', 'Name a file, or pipe one in.')
  const pieces: Buffer[] = []
  for await (const piece of stdin) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** JSON of a file, of what is piped in, or as it stands on the command line (`{…}`). Throws with the name of what it is of. */
export async function readJson(source: string, stdin: NodeJS.ReadStream, what: string): Promise<unknown> {
  const isInline = /^\s*[{[]/.test(source)
  const text = isInline ? source : (await readInput(source, stdin)).toString('utf8')
  try {
    return JSON.parse(text)
  } catch (error) {
    const where = isInline ? '' : ` of ${source}`
    throw misuse(`${what}${where} is no JSON: ${(error as Error).message}`)
  }
}
