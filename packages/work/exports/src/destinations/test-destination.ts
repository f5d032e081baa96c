import { randomUUID } from 'node:crypto'
import type { ExportTestResult } from '@gleaner/contracts'
import { openTarget, type TargetsContext } from '../targets/open-target.ts'
import { TargetFailure } from '../targets/target.ts'
import type { OpenedDestination } from './open-destination.ts'

/** Writes something small to a destination, removes it, and tells how that went. */
export async function testDestination(
  ctx: TargetsContext,
  destination: OpenedDestination,
  signal: AbortSignal,
): Promise<ExportTestResult> {
  const startedAt = performance.now()
  const took = () => Math.round(performance.now() - startedAt)
  const target = await openTarget(ctx, destination, randomUUID(), signal)
  try {
    await target.test()
    return { ok: true, latency_ms: took() }
  } catch (error) {
    if (!(error instanceof TargetFailure)) throw error
    return { ok: false, latency_ms: took(), error: error.message }
  } finally {
    await target.close()
  }
}
