import { Worker } from './bullmq.ts'

/** The longest time for which a worker's connection waits for a message without another sign of life. In seconds. */
export const LONGEST_BLOCK_S = 2

/** A worker that asks anew every two seconds, so that its silence tells within seconds that its connection is dead. */
export class WorkerOfShortBlocks extends Worker {
  protected override getBlockTimeout(blockUntil: number): number {
    return Math.min(super.getBlockTimeout(blockUntil), LONGEST_BLOCK_S)
  }
}
