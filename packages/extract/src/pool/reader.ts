import type { ExtractedJson, WorkerTask } from '../worker.ts'
import type { Usage } from './budget.ts'

/** A thread or a process that reads one page at a time, apart from this thread, and that can be ended at any moment. */
export interface Reader {
  /** May take over the memory of the task's body. Rejects with ReaderLost when the reader ends by itself before it answers. */
  read(task: WorkerTask): Promise<ExtractedJson>
  /** Undefined when it cannot be told: the reader has ended, or is deep in native code. */
  usage(): Promise<Usage | undefined>
  /** Ends it, whatever it is doing; a read under way never settles then. Resolves when it is gone; may be called again. */
  end(): Promise<void>
  readonly isAlive: boolean
}

/** The budget that ended a reader from inside, where that can be told. */
export type LossCause = 'memory' | 'time'

/** A reader ended by itself. */
export class ReaderLost extends Error {
  override readonly name = 'ReaderLost'
  readonly lossCause: LossCause | undefined

  constructor(message: string, lossCause: LossCause | undefined) {
    super(message)
    this.lossCause = lossCause
  }
}
