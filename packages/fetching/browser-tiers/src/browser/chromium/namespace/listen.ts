import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:net'
import { SYSTEM_PATHS } from './system-paths.ts'

const SCRIPT = new URL('./listen-inside.ts', import.meta.url).pathname
const TIMEOUT_MS = 20_000

/** A listener in the network namespace that `command` leads into, on a random port of all its addresses. */
export async function listenInside([program, ...args]: readonly string[]): Promise<Server> {
  const child = fork(SCRIPT, {
    execPath: program!,
    execArgv: [...args, process.execPath],
    env: SYSTEM_PATHS,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  try {
    return await handedOver(child)
  } finally {
    // Until it is gone it could take connections that are for us.
    const gone = child.exitCode === null && child.signalCode === null && once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
}

async function handedOver(child: ChildProcess): Promise<Server> {
  const { promise, resolve, reject } = Promise.withResolvers<Server>()
  let errorOutput = ''
  child.stderr!.on('data', (text) => {
    errorOutput += text
  })
  child.once('message', (_text, server) => resolve(server as Server))
  child.once('error', reject)
  child.once('exit', () => reject(new Error(errorOutput.trim() || 'no listener could be opened in it')))
  const timer = setTimeout(() => reject(new Error('no listener came up in it in time')), TIMEOUT_MS)
  return promise.finally(() => clearTimeout(timer))
}
