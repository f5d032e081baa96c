import { randomUUID } from 'node:crypto'

/** From a suite to a program, given by its path; the runner is between them. */
export interface Ask {
  id: string
  askOf: string
}

export interface Answer {
  answerTo: string
  answer?: unknown
  error?: string
}

/**
 * What a program gives to whoever asks. All suites of a run ask the same process, which starts with the first that does; `serveSuites` is its
 * other end. Throws what it throws.
 */
export function askSharedProgram<T>(program: string): Promise<T> {
  const ask: Ask = { id: randomUUID(), askOf: program }
  return new Promise((resolve, reject) => {
    const take = (message: object) => {
      if (!('answerTo' in message) || message.answerTo !== ask.id) return
      process.off('message', take)
      const { answer, error } = message as Answer
      if (error === undefined) resolve(answer as T)
      else reject(new Error(error))
    }
    process.on('message', take)
    process.send!(ask)
  })
}

/** Answers suites until the run is over, then ends what the program has started. */
export function serveSuites({ answer, stop }: { answer(): Promise<unknown>; stop(): Promise<void> }): void {
  process.on('message', async ({ id }: Ask) => {
    const reply = await answer().then(
      (given): Answer => ({ answerTo: id, answer: given }),
      (error): Answer => ({ answerTo: id, error: String(error?.stack ?? error) }),
    )
    if (process.connected) process.send!(reply)
  })
  // Ctrl-C reaches this process too; the end of the runner is what counts.
  process.on('SIGINT', () => {})
  process.once('disconnect', async () => {
    await stop()
    process.exit()
  })
}
