import { setTimeout as sleep } from 'node:timers/promises'
import { TestEnvironment } from 'jest-environment-node'
import { type OpenHandles, watchOpenHandles } from './open-handles.ts'

/**
 * Time for what a suite has closed to be gone. Connections and commands that were given up have deadlines of up to 5 s, whose timers
 * are no leaks.
 */
const PATIENCE_MS = 7_500
const LOOK_EVERY_MS = 10

/**
 * Jest's environment of Node, which fails a suite that leaves something open: a server, a connection, a timer or a child
 * process would keep its process alive, here as in production. A test that failed may have left things: its error is shown alone.
 */
export default class ClosingEnvironment extends TestEnvironment {
  readonly #handles: OpenHandles = watchOpenHandles()
  #hasFailed = false

  /** Called by jest-circus. */
  handleTestEvent(event: { name: string; test?: { errors: unknown[] } }): void {
    if (event.name === 'test_done' && event.test?.errors.length) this.#hasFailed = true
  }

  override async teardown(): Promise<void> {
    await super.teardown()
    const left = await this.#leftOpen()
    this.#handles.stop()
    if (left.length > 0 && !this.#hasFailed)
      throw new Error(`The suite left open, with where it was opened:\n${left.join('\n')}`)
  }

  async #leftOpen(): Promise<string[]> {
    const deadline = Date.now() + PATIENCE_MS
    while (this.#handles.list().length > 0 && Date.now() < deadline)
      await sleep(LOOK_EVERY_MS, undefined, { ref: false })
    return this.#handles.list()
  }
}
