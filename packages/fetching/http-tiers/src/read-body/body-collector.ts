/** Gathers chunks up to a limit, in little more memory than they have bytes. */
export interface BodyCollector {
  /** False once the limit is passed: the rest need not be read. */
  add(chunk: Uint8Array): boolean
  /** Bytes that have come. */
  readonly size: number
  readonly overflow: boolean
  /** All that was gathered, which is then no longer kept here. */
  bytes(): Buffer
}

/** Servers choose how they cut a body: chunks of one byte would take a hundred times their size as objects. */
const BLOCK_BYTES = 64 * 1024

export function createBodyCollector(limit: number): BodyCollector {
  let chunks: Uint8Array[] = []
  let block: Buffer | undefined
  let filled = 0
  let size = 0

  function endBlock(): void {
    if (block) chunks.push(filled * 2 < block.length ? copyOf(block, filled) : block.subarray(0, filled))
    block = undefined
    filled = 0
  }

  const fits = (chunk: Uint8Array) => block !== undefined && filled + chunk.length <= block.length

  function copy(chunk: Uint8Array): void {
    if (!fits(chunk)) endBlock()
    block ??= Buffer.allocUnsafeSlow(Math.max(chunk.length, Math.min(size, BLOCK_BYTES)))
    block.set(chunk, filled)
    filled += chunk.length
  }

  return {
    add(chunk) {
      size += chunk.length
      if (size > limit) {
        chunks = []
        block = undefined
      } else if (isWorthKeeping(chunk) && !fits(chunk)) {
        endBlock()
        chunks.push(chunk)
      } else {
        copy(chunk)
      }
      return size <= limit
    },
    get size() {
      return size
    },
    get overflow() {
      return size > limit
    },
    bytes() {
      endBlock()
      const gathered = chunks
      chunks = []
      const [only] = gathered
      return gathered.length === 1
        ? Buffer.from(only!.buffer, only!.byteOffset, only!.length)
        : Buffer.concat(gathered)
    },
  }
}

/** A chunk keeps the whole buffer that it is a part of. */
function isWorthKeeping({ length, buffer }: Uint8Array): boolean {
  return length >= MIN_KEPT_BYTES && length * 2 >= buffer.byteLength
}

const MIN_KEPT_BYTES = 1024

/** Of its own, and not out of the memory that small buffers share. */
function copyOf(block: Buffer, length: number): Buffer {
  const copied = Buffer.allocUnsafeSlow(length)
  copied.set(block.subarray(0, length))
  return copied
}
