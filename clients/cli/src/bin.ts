#!/usr/bin/env node
import { EXIT } from './exit-codes.ts'
import { Ended, main } from './main.ts'
import { createOutput } from './output/output.ts'
import { createProgress } from './output/progress.ts'

const { stdin, stdout, stderr, env } = process
const ending = new AbortController()

for (const [name, exitCode] of [
  ['SIGINT', EXIT.interrupted],
  ['SIGTERM', EXIT.terminated],
] as const)
  process.on(name, () => {
    // The second time nothing is waited for.
    if (ending.signal.aborted) process.exit(exitCode)
    ending.abort(new Ended(exitCode))
  })

for (const stream of [stdout, stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Who reads has seen enough: `gleaner map example.com | head`.
    if (error.code === 'EPIPE') process.exit(EXIT.ok)
    throw error
  })

const isQuiet = process.argv.some((arg) => arg === '--quiet' || arg === '-q')
const isShown = stderr.isTTY === true && !isQuiet
process.exitCode = await main(process.argv.slice(2), {
  env,
  stdin,
  out: createOutput(stdout, env),
  err: createOutput(stderr, env),
  progress: createProgress(stderr, isShown),
  signal: ending.signal,
})
