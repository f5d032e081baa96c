import type { Pool } from '@gleaner/db'
import type { ExportItem } from '../rows/export-item.ts'
import type { ClaimedRun } from '../runs/export-run.ts'
import type { Target } from '../targets/target.ts'

/** What a run is written with. */
export interface RunContext {
  pool: Pool
  run: ClaimedRun
  target: Target
  publicUrl: string
  /** Aborts when the process stops, the claim is lost, or the place has been held for too long. */
  signal: AbortSignal
  /** Whether others are to go first. */
  isOver(): boolean
  /** Writes the files of a page where they are wanted, and gives it with what is to be written of them. */
  withFiles(item: ExportItem): Promise<ExportItem>
}

/** How long a run is written before others may go first. */
const TURN_MS = 60_000

export function createTurn(): () => boolean {
  const endAt = performance.now() + TURN_MS
  return () => performance.now() >= endAt
}
