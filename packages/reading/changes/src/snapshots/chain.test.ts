import { randomBytes } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { addVersion, type Chain, readVersion, startChain } from './chain.ts'
import { applyDelta, makeDelta } from './delta.ts'

describe('a delta', () => {
  const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array))

  test('gives the later version back, to the byte', () => {
    fc.assert(
      fc.property(bytes, bytes, (base, next) =>
        expect(applyDelta(base, makeDelta(base, next))).toEqual(next),
      ),
    )
    fc.assert(
      fc.property(bytes, fc.nat(400), fc.nat(20), bytes, (base, at, gone, put) => {
        const next = Buffer.concat([base.subarray(0, at), put, base.subarray(at + gone)])
        expect(applyDelta(base, makeDelta(base, next))).toEqual(next)
      }),
    )
  })

  test('of several places is small as well', () => {
    const base = Buffer.from(Array.from({ length: 500 }, () => randomBytes(30).toString('hex')).join('\n'))
    const next = Buffer.from(base)
    for (const at of [10, 9_000, 25_000]) next.write('changed', at)
    const delta = makeDelta(base, next)
    expect(delta.length).toBeLessThan(200)
    expect(applyDelta(base, delta)).toEqual(next)
  })

  test('of another text is refused', () => {
    const delta = makeDelta(Buffer.from('a'.repeat(200)), Buffer.from('a'.repeat(100)))
    expect(() => applyDelta(Buffer.from('a'), delta)).toThrow('another text')
    expect(() => applyDelta(Buffer.from('a'), Buffer.of(0, 255))).toThrow('within a number')
  })
})

test('1,000 versions of a page that changes by a line take less than twice the page', () => {
  const lines = Array.from({ length: 400 }, (_, i) => `<p>Line ${i}: ${randomBytes(16).toString('hex')}</p>`)
  const texts = Array.from({ length: 1_000 }, (_, i) => {
    lines[200] = `<p>The price of this anvil is $${(1_000 + ((i * 7_919) % 9_000)) / 100} today</p>`
    return lines.join('\n')
  })
  const chains: Chain[] = []
  for (const [i, text] of texts.entries()) {
    const chain = chains.at(-1)
    const longer = chain && addVersion(chain, text, texts[i - 1])
    if (longer) chains.splice(-1, 1, longer)
    else chains.push(startChain(text))
  }
  expect(
    chains.flatMap((chain) => Array.from({ length: chain.length }, (_, i) => readVersion(chain, i))),
  ).toEqual(texts)
  const bytes = chains.reduce((sum, { full, deltas }) => sum + full.length + deltas.length, 0)
  expect(bytes).toBeLessThan(2 * texts[0]!.length)
})

test('a version that has little of the one before begins a chain of its own', () => {
  const text = () => randomBytes(4_000).toString('hex')
  const chain = startChain(text())
  expect(addVersion(chain, text())).toBeUndefined()
  expect(addVersion(chain, readVersion(chain, 0))!.length).toBe(2)
  expect(() => readVersion(chain, 1)).toThrow(RangeError)
})
