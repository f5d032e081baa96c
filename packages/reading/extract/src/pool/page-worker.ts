import type { ExtractedJson, PageTask } from '../extract-json.ts'
import type { Usage } from './budget.ts'

/** What a reading thread is sent beside tasks: nothing will come for a while. */
export const REST = 'rest'

/** A thread or a process that reads one page at a time, apart from this thread, and that can be ended at any moment. */
export interface PageWorker {
  /** Rejects with WorkerLost when the worker ends by itself before it answers. */
  read(task: PageTask): Promise<ExtractedJson>
  /** Undefined when it is not known: the worker has ended, or is busy in native code. */
  usage(): Promise<Usage | undefined>
  /** Told that nothing will be read for a while: it gives back what memory it can. */
  rest?(): void
  /** Ends it, whatever it is doing; a read under way never settles then. Resolves when it is gone; may be called again. */
  end(): Promise<void>
  readonly isAlive: boolean
}

/** The budget that ended a worker from inside, where that is known. */
export type LossCause = 'memory' | 'time'

/** A worker ended by itself. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost'
  readonly lossCause: LossCause | undefined

  constructor(message: string, lossCause: LossCause | undefined) {
    super(message)
    this.lossCause = lossCause
  }
}
