import { setTimeout as sleep } from 'node:timers/promises'
import { TestEnvironment } from 'jest-environment-node'
import { type OpenHandles, watchOpenHandles } from './open-handles.ts'

/** What a suite has closed may take so long to be gone. */
const PATIENCE_MS = 2_000
const LOOK_EVERY_MS = 10

/**
 * Jest's environment of Node, which fails a suite that leaves something open: a server, a connection, a timer or a child
 * process would keep its process alive, here as in production.
 */
export default class ClosingEnvironment extends TestEnvironment {
  readonly #handles: OpenHandles = watchOpenHandles()

  override async teardown(): Promise<void> {
    await super.teardown()
    const deadline = Date.now() + PATIENCE_MS
    while (this.#handles.list().length > 0 && Date.now() < deadline)
      await sleep(LOOK_EVERY_MS, undefined, { ref: false })
    const left = this.#handles.list()
    this.#handles.stop()
    if (left.length > 0) throw new Error(`The suite left open:\n${left.join('\n')}`)
  }
}
