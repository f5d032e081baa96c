import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { onAbort } from '@gleaner/runtime/until'
import type { Call, Reply, Setup } from './messages.ts'

/** A call as its caller states it; the process numbers it. */
export type CallSpec = Call extends infer One
  ? One extends { kind: 'cancel' | 'time' }
    ? never
    : Omit<One, 'id'>
  : never

/** A process that runs calls; it does not outlive its parent. */
export interface IsolatedProcess {
  /** Rejects with IsolatedProcessDied when the process ends before its reply. */
  call(spec: CallSpec, signal?: AbortSignal): Promise<unknown>
  readonly isAlive: boolean
  readonly pid: number
  end(): Promise<void>
}

/** The process ended under a call: of memory, of a fatal error, or killed. */
export class IsolatedProcessDied extends Error {
  override readonly name = 'IsolatedProcessDied'
}

/** Variables of the environment that it gets: a page may take over the process. */
const INHERITED = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'NODE_COMPILE_CACHE', 'TESSDATA_PREFIX']
const START_MS = 30_000
/** A cancelled call has this long to reply; then its process is ended. */
const CANCEL_MS = 5_000

export async function startIsolatedProcess(setup: Setup): Promise<IsolatedProcess> {
  const child = fork(new URL('./main.ts', import.meta.url), {
    serialization: 'advanced',
    env: Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const calls = new Map<number, PromiseWithResolvers<unknown>>()
  let calledTimes = 0

  const exited = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', (code, signal) => {
      const died = new IsolatedProcessDied(`the process ended with ${signal ?? `exit code ${code}`}`)
      for (const { reject } of calls.values()) reject(died)
      resolve()
    })
  })
  child.send(setup)
  await untilReady(child)
  child.send({ kind: 'time', now: Date.now() } satisfies Call)
  child.on('message', (reply: Reply) => {
    const waiting = calls.get(reply.id)
    calls.delete(reply.id)
    if ('error' in reply) waiting?.reject(new Error(reply.error))
    else waiting?.resolve(reply.value)
  })

  async function call(spec: CallSpec, signal?: AbortSignal): Promise<unknown> {
    const id = calledTimes++
    const result = Promise.withResolvers<unknown>()
    calls.set(id, result)
    let killer: NodeJS.Timeout | undefined
    const cancel = () => {
      if (child.connected) child.send({ kind: 'cancel', id } satisfies Call)
      killer = setTimeout(() => child.kill('SIGKILL'), CANCEL_MS)
    }
    child.send(
      { ...spec, id } as Call,
      (error) => error && result.reject(new IsolatedProcessDied(error.message)),
    )
    using _watched = onAbort(signal, cancel)
    try {
      return await result.promise
    } finally {
      clearTimeout(killer)
      calls.delete(id)
    }
  }

  return {
    call,
    pid: child.pid!,
    get isAlive() {
      return child.connected
    },
    async end() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function untilReady(child: ChildProcess): Promise<void> {
  const signal = AbortSignal.timeout(START_MS)
  try {
    await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() =>
        Promise.reject(new IsolatedProcessDied('the process did not start')),
      ),
    ])
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}
