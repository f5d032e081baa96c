import { createHmac } from 'node:crypto'

const STEP_MS = 30_000

/** The six digits of a second step at a time (RFC 6238). */
export function totpAt(seed: Buffer, ms: number): string {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(ms / STEP_MS)))
  const mac = createHmac('sha1', seed).update(step).digest()
  const at = mac.at(-1)! & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
