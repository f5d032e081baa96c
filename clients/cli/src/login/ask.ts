import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Cli } from '../cli.ts'
import { misuse } from '../failure.ts'

/** Asks a person at a terminal; what they type is not shown where it is `hidden`. */
export async function ask(cli: Cli, question: string, hidden = false): Promise<string> {
  if (!cli.stdin.isTTY) throw misuse(`Nobody is there to ask for: ${question}`, 'Run it in a terminal.')
  cli.progress.clear()
  cli.err.write(`${question}: `)
  const shown = new Writable({
    write(data, _encoding, done) {
      if (!hidden) cli.err.write(String(data))
      done()
    },
  })
  const reader = createInterface({ input: cli.stdin, output: shown, terminal: hidden })
  reader.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    return (await reader.question('', { signal: cli.signal })).trim()
  } finally {
    reader.close()
    if (hidden) cli.err.line()
  }
}

/** What is piped in, or what a person types unseen. */
export async function askSecret(cli: Cli, question: string): Promise<string> {
  if (cli.stdin.isTTY) return await ask(cli, question, true)
  const pieces: Buffer[] = []
  for await (const piece of cli.stdin) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8').trim()
}
