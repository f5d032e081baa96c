/** Gathers chunks up to a limit. What is gathered stays in memory once, without copies until `bytes`. */
export interface BodyCollector {
  /** False once the limit is passed: the rest need not be read. */
  add(chunk: Uint8Array): boolean
  readonly overflow: boolean
  bytes(): Buffer
}

export function createBodyCollector(limit: number): BodyCollector {
  const chunks: Uint8Array[] = []
  let size = 0
  return {
    add(chunk) {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else chunks.length = 0
      return size <= limit
    },
    get overflow() {
      return size > limit
    },
    bytes: () =>
      chunks.length === 1
        ? Buffer.from(chunks[0]!.buffer, chunks[0]!.byteOffset, chunks[0]!.length)
        : Buffer.concat(chunks),
  }
}
