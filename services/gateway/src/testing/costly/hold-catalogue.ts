import type { GatewayFixture, TestAccount } from '../fixture.ts'
import type { CostlyBody } from './costly-bodies.ts'
import { measureHold } from './measure-hold.ts'

/** The answers that are waited for, in ms: what takes longer waits for a page, or for a map that nobody makes here. */
const PATIENCE_MS = 1_000
/** A turn may have a garbage collection of the whole test process in it; a request that holds the loop does so every time. */
const TRIES = 3

/** Sends bodies one after the other, and tells those that held the event loop for longer than `mostMs` of CPU time, or were answered by a fault of ours. */
export async function findHolds(
  fixture: GatewayFixture,
  account: TestAccount,
  bodies: readonly CostlyBody[],
  mostMs: number,
): Promise<string[]> {
  const found: string[] = []
  for (const [at, body] of bodies.entries()) {
    // Many endpoints let an account ask for a few of their things only.
    if (at % 10 === 0) await fixture.forgetLimits()
    let cpuMs = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < TRIES && cpuMs > mostMs; tries++) {
      const hold = await measureHold(fixture, account, body, PATIENCE_MS)
      cpuMs = Math.min(cpuMs, hold.cpuMs)
      if (hold.status >= 500 && !EXPECTED.has(hold.status))
        found.push(`${body.category} ${body.name}: answered ${hold.status}`)
    }
    if (cpuMs > mostMs) found.push(`${body.category} ${body.name}: ${Math.round(cpuMs)} ms`)
  }
  return found
}

/** What is not set up here: payments, engines, clients of OAuth. */
const EXPECTED: ReadonlySet<number> = new Set([501, 503])
