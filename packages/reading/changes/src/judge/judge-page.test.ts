import { describe, expect, test } from '@jest/globals'
import { applyPatch } from 'rfc6902'
import { EMPTY_MASK, type Mask } from '../mask/mask.ts'
import { judgePage, type Watch } from './judge-page.ts'

/** A shop's page as it is at a look: everything but the price changes each time. */
const shop = (look: number, price = '$19.99') =>
  `<h1>Anvil</h1><p>Made of iron.</p><p>Visitor no. ${look * 37 + 5}</p><div class="box"><p>${['soap', 'three fine hats', 'cows', 'rain'][look % 4]}</p></div>
   <h2>Buy</h2><p class="price">${price}</p><p>Node n${look}x, ${look * 3 + 1} ms</p>`

/** Watches a page as a monitor does: fetches again when it is asked to. `told` are the messages. */
function watch(settings: Watch, pages: readonly ((look: number) => string)[]) {
  let kept: string | undefined
  let mask: Mask = EMPTY_MASK
  let look = 0
  let fetches = 0
  const states: string[] = []
  const messages: string[] = []
  for (const page of pages) {
    const looks = { before: kept, now: page(look++) }
    fetches++
    let judgement = judgePage(settings, looks, mask)
    if (judgement.needsAgain) {
      judgement = judgePage(settings, { ...looks, again: page(look++) }, mask)
      fetches++
    }
    mask = judgement.mask
    states.push(judgement.state)
    if (judgement.state === 'changed') messages.push(judgement.text!)
    if (judgement.state !== 'same') kept = looks.now
  }
  return { states, messages, fetches }
}

test('a page that is its own second look tells what it shows otherwise, and learns no noise', () => {
  const [before, now] = [shop(0), shop(0, '$15.00')]
  const judgement = judgePage({ mode: 'semantic' }, { before, now, again: now })
  expect(judgement).toMatchObject({ state: 'changed', needsAgain: false, mask: EMPTY_MASK })
  expect(judgement.text).toBe('### Buy\n\n- $~~19.99~~**15.00**')
  expect(judgePage({ mode: 'exact' }, { before, now: before, again: before }).state).toBe('same')
})

describe.each<Watch>([{ mode: 'semantic' }, { mode: 'exact' }])(
  'a page that is another at each look, in the mode $mode',
  (settings) => {
    test('has one change, which is told once', () => {
      const before = Array.from({ length: 50 }, () => (look: number) => shop(look))
      const after = Array.from({ length: 50 }, () => (look: number) => shop(look, '$15.00'))
      const { states, messages, fetches } = watch(settings, [...before, ...after])
      expect(messages).toEqual(['### Buy\n\n- $~~19.99~~**15.00**'])
      expect(states).toEqual(['new', ...Array(49).fill('same'), 'changed', ...Array(49).fill('same')])
      expect(fetches).toBe(102)
    })
  },
)

test('a patch makes the later lines of the earlier ones', () => {
  const [before, now] = [shop(1), shop(1, '$1').replace('iron', 'steel')]
  const { patch } = judgePage({ mode: 'semantic' }, { before, now, again: now })
  const document = {
    lines: ['Anvil', 'Made of iron.', 'Visitor no. 42', 'three fine hats', 'Buy', '$19.99', 'Node n1x, 4 ms'],
  }
  expect(applyPatch(document, patch!)).toEqual(patch!.map(() => null))
  expect(document.lines).toEqual([
    'Anvil',
    'Made of steel.',
    'Visitor no. 42',
    'three fine hats',
    'Buy',
    '$1',
    'Node n1x, 4 ms',
  ])
})

test('a patch that is too long is left out', () => {
  const page = (word: string) => `<p>${`${word} `.repeat(4_000)}</p>`.repeat(5)
  const now = page('after')
  expect(judgePage({ mode: 'exact' }, { before: page('before'), now, again: now }).patch).toBeNull()
})

test('selectors see nothing of the rest', () => {
  const settings: Watch = { mode: 'selector', selectors: { price: '.price' } }
  const pages = [
    shop,
    (look: number) => `<p>new layout</p>${shop(look)}`,
    (look: number) => shop(look, '$5'),
    (look: number) => shop(look, ''),
  ]
  expect(watch(settings, pages)).toEqual({
    states: ['new', 'same', 'changed', 'changed'],
    messages: ['### price\n\n- $~~19.99~~**5**', '### price\n\n- ~~$5~~'],
    fetches: 7,
  })
})

test('a value is told when both fetches agree on it', () => {
  const settings: Watch = { mode: 'fields', fields: { price: { take: 'lowest', min_change: 1 } } }
  const fields = (price: number[], stock: boolean) => () => JSON.stringify({ price, stock })
  const { states, messages } = watch(settings, [
    fields([9, 5], true),
    fields([5.5, 9], true),
    (look) => JSON.stringify({ price: [look * 10], stock: true }),
    fields([4], false),
  ])
  expect(states).toEqual(['new', 'same', 'same', 'changed'])
  expect(messages).toEqual(['### price\n\n- ~~5~~**4**\n\n### stock\n\n- ~~true~~**false**'])
})
