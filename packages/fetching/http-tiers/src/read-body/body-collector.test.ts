import { getHeapStatistics } from 'node:v8'
import { expect, test } from '@jest/globals'
import { createBodyCollector } from './body-collector.ts'

/** All that the process holds, in bytes, but for what can be collected. */
function memory(): number {
  const { used_heap_size, external_memory } = getHeapStatistics()
  return used_heap_size + external_memory
}

/** Chunks as a client hands them out: views of what came from the network. */
function* chunksOf(body: Buffer, size: number, packet = 64 * 1024): Generator<Buffer> {
  for (let at = 0; at < body.length; at += packet) {
    const received = Buffer.from(new Uint8Array(body.subarray(at, at + packet)).buffer)
    for (let i = 0; i < received.length; i += size) yield received.subarray(i, i + size)
  }
}

const BODY = Buffer.from(Array.from({ length: 2_000_000 }, (_, i) => i % 251))

test.each([1, 3, 700, 1_024, 5_000, 40_000, 65_536])('chunks of %i bytes come back as they were', (size) => {
  const collector = createBodyCollector(BODY.length)
  for (const chunk of chunksOf(BODY, size)) collector.add(chunk)
  expect(collector.size).toBe(BODY.length)
  expect(collector.bytes().equals(BODY)).toBe(true)
})

test('chunks of changing sizes too', () => {
  const collector = createBodyCollector(BODY.length)
  const sizes = [1, 2_000, 5, 40_000, 64_000, 1, 1_500]
  for (let at = 0, i = 0; at < BODY.length; i++) {
    const size = sizes[i % sizes.length]!
    collector.add(new Uint8Array(BODY.subarray(at, at + size)))
    at += size
  }
  expect(collector.bytes().equals(BODY)).toBe(true)
})

test('a body in chunks of one byte takes little more memory than one in large chunks', () => {
  const collector = createBodyCollector(BODY.length)
  const before = memory()
  for (const chunk of chunksOf(BODY, 1)) collector.add(chunk)
  // Garbage included: kept as objects, chunks of one byte took 100 times their size.
  const grown = memory() - before
  expect(collector.size).toBe(BODY.length)
  expect(grown).toBeLessThan(20 * BODY.length)
})

test('what is beyond the limit is dropped with all that came before', () => {
  const collector = createBodyCollector(10)
  expect(collector.add(Buffer.from('0123456789'))).toBe(true)
  expect(collector.add(Buffer.from('x'))).toBe(false)
  expect(collector.overflow).toBe(true)
  expect(collector.bytes()).toHaveLength(0)
})
