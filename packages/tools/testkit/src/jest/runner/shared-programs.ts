import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Answer, Ask } from '../../shared-program.ts'

/** Programs that suites share: each starts when a suite first asks it for something, and ends with the run. */
export interface SharedPrograms {
  /** Hands on what a worker asks of them, and their answers. */
  serve(worker: ChildProcess): void
  /** Resolves when all of them have ended. */
  stop(): Promise<void>
}

export function createSharedPrograms(): SharedPrograms {
  const running = new Map<string, ChildProcess>()
  const asked = new Map<string, { program: string; worker: ChildProcess }>()

  function answer(reply: Answer): void {
    const worker = asked.get(reply.answerTo)?.worker
    asked.delete(reply.answerTo)
    if (worker?.connected) worker.send(reply)
  }

  function start(program: string): ChildProcess {
    const child = fork(program, { execArgv: [] })
    running.set(program, child)
    child.on('message', answer)
    child.once('exit', () => {
      running.delete(program)
      for (const [answerTo, ask] of asked)
        if (ask.program === program) answer({ answerTo, error: `${program} has ended` })
    })
    return child
  }

  return {
    serve(worker) {
      worker.on('message', (message: object) => {
        if (!('askOf' in message)) return
        const { id, askOf } = message as Ask
        asked.set(id, { program: askOf, worker })
        const child = running.get(askOf) ?? start(askOf)
        child.send({ id } satisfies Pick<Ask, 'id'>)
      })
    },
    async stop() {
      const ended = [...running.values()].map((child) => once(child, 'exit'))
      for (const child of running.values()) child.disconnect()
      await Promise.all(ended)
    },
  }
}
