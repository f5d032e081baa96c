import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { compare } from '../compare/compare.ts'
import { readPage } from '../read/read-page.ts'
import { findNoise } from './find-noise.ts'
import { EMPTY_MASK, type Mask, MOST_PLACES, mergeMasks, parseMask } from './mask.ts'

const differs = (before: string, after: string, mask: Mask, again?: string) =>
  compare(
    readPage(before),
    readPage(after),
    { mode: 'exact' },
    { mask, ...(again !== undefined && { again: readPage(again) }) },
  )
const noiseOf = (first: string, second: string) => findNoise(readPage(first), readPage(second))

const SHOP = (noise: string, price = '$19.99') =>
  `<h1>Anvil</h1><p>Made of iron.</p>${noise}<h2>Buy</h2><p class="price">${price}</p>`

describe('a place that was seen to vary', () => {
  test.each([
    ['a clock', (n: number) => `<p>Server time 12:0${n}:1${n}</p>`],
    ['a counter', (n: number) => `<p>${100 + n}</p>`],
    ['a token', (n: number) => `<p>Request id: ${'q8'.repeat(3)}${n}zk${n}</p>`],
    ['a token in a link', (n: number) => `<a href="/go?x=k${n}k">go</a>`],
    [
      'anything',
      (n: number) =>
        `<div>${['soap', 'hats for old men', 'three cows', 'a song', 'rain tomorrow'][n % 5]}</div>`,
    ],
    [
      'a list in any order',
      (n: number) => `<ul>${[0, 1, 2, 3, 4].map((i) => `<li>item ${(i * 2 + n) % 5}</li>`).join('')}</ul>`,
    ],
    [
      'a list of some of many',
      (n: number) =>
        `<ul>${[0, 1, 2, 3].map((i) => `<li><a href="/${i * n}">${['tea', 'ham', 'egg', 'jam', 'fig', 'oat', 'rye', 'nut', 'yam', 'pie'][(i * 3 + n * 7) % 10]}</a></li>`).join('')}</ul>`,
    ],
  ])('is noise from then on: %s', (_, noise) => {
    const mask = noiseOf(SHOP(noise(1)), SHOP(noise(2)))
    expect(mask.places.length).toBeGreaterThan(0)
    for (let n = 3; n < 9; n++) {
      expect(differs(SHOP(noise(1)), SHOP(noise(n)), mask).changes).toEqual([])
      expect(differs(SHOP(noise(1)), SHOP(noise(n), '$5'), mask).changes).toMatchObject([
        { before: '$19.99', after: '$5' },
      ])
    }
  })

  test('is found again when lines move', () => {
    const mask = noiseOf(SHOP('<p>Seen by 17 today</p>'), SHOP('<p>Seen by 18 today</p>'))
    const moved = `<p>New: free shipping</p><h1>Anvil</h1><p>Made of iron.</p><p>And steel.</p><p>Seen by 31 today</p><h2>Buy</h2><p class="price">$19.99</p>`
    expect(differs(SHOP('<p>Seen by 17 today</p>'), moved, mask).changes.map(({ after }) => after)).toEqual([
      'New: free shipping',
      'And steel.',
    ])
  })
})

test('what varies in parts of a page hides nothing else in them', () => {
  const words = ['soap', 'three fine hats', 'cows at noon', 'rain', 'a song', 'old iron']
  const parts = (look: number, last: string) =>
    [0, 1, 2, 3]
      .map((n) => {
        const box = n < 2 ? `<div class="box"><p>${words[(look + 3 * n) % 6]}</p></div>` : ''
        return `<div class="part"><h3>Part ${n}</h3><p class="says">${n < 3 ? 'It stays.' : last}</p>${box}</div>`
      })
      .join('')
  const mask = noiseOf(parts(0, 'It weighs 20 kg.'), parts(1, 'It weighs 20 kg.'))
  expect(differs(parts(1, 'It weighs 20 kg.'), parts(2, 'It weighs 21 kg.'), mask).changes).toMatchObject([
    { after: 'It weighs 21 kg.' },
  ])
})

test('one of several equal lines that came, or went, is a change when both looks agree', () => {
  const cells = (count: number) => SHOP('<p>Yes</p>'.repeat(count))
  const kindsOf = (from: number, to: number, again: number) =>
    differs(cells(from), cells(to), EMPTY_MASK, cells(again)).changes.map(({ kind }) => kind)
  expect(kindsOf(3, 2, 2)).toEqual(['removed'])
  expect(kindsOf(2, 3, 3)).toEqual(['added'])
  expect(kindsOf(3, 1, 2)).toEqual(['removed'])
  expect([...kindsOf(3, 2, 3), ...kindsOf(2, 3, 2), ...kindsOf(2, 3, 1)]).toEqual([])
})

test('what the page does not show again is no change', () => {
  const [old, now, again] = [SHOP('<p>soap</p>'), SHOP('<p>hats</p>', '$5'), SHOP('<p>cows</p>', '$5')]
  expect(differs(old, now, EMPTY_MASK, again).changes).toMatchObject([
    { kind: 'removed', before: 'soap' },
    { after: '$5' },
  ])
  const mask = mergeMasks(EMPTY_MASK, noiseOf(now, again))
  expect(differs(old, now, mask, again).changes).toMatchObject([{ after: '$5' }])
})

/** Lines of a page, some of which vary at each look: `null`. */
const lines = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('add to cart', 'new', '12', 'blue shirt', 'iron', '$5') },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  { minLength: 3, maxLength: 25 },
)
const tags = fc.array(fc.constantFrom('p', 'div class=price', 'h3', 'li'), { minLength: 25, maxLength: 25 })

test('a mask never hides a change outside of the noisy places', () => {
  fc.assert(
    fc.property(
      lines,
      tags,
      fc.nat(),
      fc.array(fc.nat(1_000_000), { minLength: 75, maxLength: 75 }),
      (texts, boxes, pick, noise) => {
        const render = (look: number, changed?: number) =>
          texts
            .map(
              (text, i) =>
                `<${boxes[i]}>${i === changed ? 'something else entirely' : (text ?? `${noise[look * 25 + i]} seen`)}</${boxes[i]!.split(' ')[0]}>`,
            )
            .join('')
        const stable = texts.flatMap((text, i) => (text === null ? [] : [i]))
        fc.pre(stable.length > 0)
        const changed = stable[pick % stable.length]!
        const mask = noiseOf(render(0), render(1))
        const { changes } = differs(render(0), render(2, changed), mask)
        expect(changes.some(({ after }) => after === 'something else entirely')).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})

test('a mask is kept as JSON, merged without end, and dropped when it is none', () => {
  const mask = noiseOf(SHOP('<p>1</p>'), SHOP('<p>2</p>'))
  expect(parseMask(JSON.parse(JSON.stringify(mask)))).toEqual(mask)
  expect(mergeMasks(mask, mask)).toEqual(mask)
  for (const none of [null, {}, { version: 2, places: [] }, { version: 1, places: [{}] }])
    expect(parseMask(none)).toBeUndefined()
  const many = Array.from(
    { length: 3 },
    (_, i): Mask => ({
      version: 1,
      places: Array.from({ length: 300 }, (_, j) => ({ ...mask.places[0]!, after: `${i} ${j}` })),
    }),
  )
  expect(many.reduce(mergeMasks).places).toHaveLength(MOST_PLACES)
})
