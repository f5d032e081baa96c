import { EXIT } from './exit-codes.ts'

/** What ends a command: one line for people, what to do about it, and the exit code. */
export class Failure extends Error {
  readonly exitCode: number
  /** What can be done about it. */
  readonly remedy: string | undefined

  constructor(exitCode: number, message: string, remedy?: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
    this.remedy = remedy
  }
}

export function misuse(message: string, remedy?: string): Failure {
  return new Failure(EXIT.usage, message, remedy)
}
