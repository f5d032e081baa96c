import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { applyDelta, MOST_BYTES, makeDelta, readNumber, writeNumber } from './delta.ts'

/** Versions of a page, the first one whole, each other one as its difference from the one before. */
export interface Chain {
  /** The first version, by brotli. */
  full: Buffer
  /** Deltas one behind the other, each behind its length. */
  deltas: Buffer
  /** Versions. */
  length: number
}

/** Versions of a chain. All of them are made again to read the last one. */
const MOST_VERSIONS = 500
/** Bytes that reading the last version may copy: a tenth of a second. */
const MOST_COPIED = 256 * 1024 * 1024

export function startChain(text: string): Chain {
  const bytes = Buffer.from(text)
  const full = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
  return { full, deltas: Buffer.alloc(0), length: 1 }
}

/**
 * The chain with one version more; undefined when a new chain is better: this one is long, or the version has so little of the
 * one before that it is kept whole. `last` spares reading the chain where it is known.
 */
export function addVersion(
  chain: Chain,
  text: string,
  last = readVersion(chain, chain.length - 1),
): Chain | undefined {
  const [base, next] = [Buffer.from(last), Buffer.from(text)]
  const isLong = chain.length >= MOST_VERSIONS || chain.length * next.length > MOST_COPIED
  if (isLong) return undefined
  const delta = makeDelta(base, next)
  const isOther = delta.length > chain.full.length / 2 && delta.length > LEAST_WHOLE
  if (isOther) return undefined
  const deltas = Buffer.concat([chain.deltas, Buffer.from(writeNumber(delta.length)), delta])
  return { full: chain.full, deltas, length: chain.length + 1 }
}

/** Bytes of a delta that are worth a chain of their own. */
const LEAST_WHOLE = 1_024

/** The version of a place, from 0. Throws when the chain has none, or is damaged. */
export function readVersion(chain: Chain, version: number): string {
  if (!(version >= 0 && version < chain.length)) throw new RangeError(`The chain has no version ${version}.`)
  let bytes: Buffer = brotliDecompressSync(chain.full, { maxOutputLength: MOST_BYTES })
  let at = 0
  for (let count = 0; count < version; count++) {
    const { value, end } = readNumber(chain.deltas, at)
    bytes = applyDelta(bytes, chain.deltas.subarray(end, end + value))
    at = end + value
  }
  return bytes.toString('utf8')
}
