import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { MEGABYTE } from '@gleaner/runtime/units'

export interface ChromiumProcess {
  pid: number
  /** Our ends of the debugging pipe: what Chromium reads, and what it writes. */
  pipe: { write: Writable; read: Readable }
  /** Settles when it has ended. */
  exited: Promise<void>
  /** The end of its error output. */
  errorOutput(): string
}

/** Keeps the last of what Chromium writes to its error output: why it did not start. */
const KEPT_CHARS = 2_000
/** Data of one process that no sampling is fast enough to see. Chromium 156 reserves 330 to 620 MB of it at its start. */
const RESERVED_BYTES = 1024 * MEGABYTE

/**
 * Starts Chromium, by a command that execs it in the end, in a process group of its own. No process of it gets more
 * than twice `memoryBytes` of data: growth beyond that fails inside the process, whatever the sampling saw.
 */
export async function startChromium(
  command: readonly string[],
  args: readonly string[],
  env: Record<string, string>,
  memoryBytes: number,
): Promise<ChromiumProcess> {
  const dataKilobytes = Math.round((2 * memoryBytes + RESERVED_BYTES) / 1024)
  const limited = [`ulimit -d ${dataKilobytes} && exec "$0" "$@"`, ...command, ...args]
  const child = spawn('/bin/sh', ['-c', ...limited, '--remote-debugging-pipe'], {
    detached: true,
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  await once(child, 'spawn')
  let errorOutput = ''
  child.stderr!.on('data', (data: Buffer) => {
    errorOutput = (errorOutput + data.toString('utf8')).slice(-KEPT_CHARS)
  })
  const [, , , write, read] = child.stdio as unknown as [null, null, Readable, Writable, Readable]
  return { pid: child.pid!, pipe: { write, read }, exited: exitOf(child), errorOutput: () => errorOutput }
}

function exitOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })
}
