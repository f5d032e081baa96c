import { describe, expect, test } from '@jest/globals'
import { type Answer, judgeAnswers } from './judge-answers.ts'
import type { Suspicion } from './trap-state.ts'

const sampleOf = (...runs: number[]) => Buffer.from(Uint32Array.from(runs).buffer).toString('base64url')
const suspicion: Suspicion = {
  why: 'any_address',
  budget: 60,
  url: 'https://site.example/p/1',
  title: 'Page 1',
  sample: sampleOf(1, 2, 3, 4),
  asked: 0,
}
let count = 0
const answer = (more: Partial<Answer> = {}): Answer => {
  const url = `https://site.example/p/${++count}00000`
  const links = [`${url}/next`]
  return {
    url,
    status: 200,
    finalUrl: url,
    title: `Page ${count}`,
    links,
    sample: sampleOf(count * 10),
    ...more,
  }
}

describe('what a site says to addresses that nobody has written', () => {
  test('every one has a page of its own that leads on: there is no end', () => {
    expect(judgeAnswers(suspicion, [answer(), answer()])).toBe('endless')
  })

  test('every one has the page that was suspicious, and leads on: there is no end', () => {
    const sample = suspicion.sample
    expect(judgeAnswers(suspicion, [answer({ sample }), answer({ sample })])).toBe('endless')
  })

  test.each<[string, Partial<Answer>]>([
    ['that they are not there', { status: 404 }],
    ['that they are gone', { status: 410 }],
    ['one page for all, which is not like the suspicious one', { sample: sampleOf(7, 8, 9) }],
    ['a page that leads nowhere new', { links: [] }],
    ['the same links on each', { links: ['https://site.example/products'] }],
    ['another address', { finalUrl: 'https://site.example/' }],
    ['one title for all, whatever the text', { title: 'No such page' }],
  ])('%s: there is an end', (_, said) => {
    expect(judgeAnswers(suspicion, [answer(said), answer(said)])).toBe('finite')
  })

  test('that it does not answer, or not us: nobody knows', () => {
    expect(judgeAnswers(suspicion, [])).toBe('unknown')
    expect(judgeAnswers(suspicion, [answer(), undefined])).toBe('unknown')
    for (const status of [401, 403, 429, 503])
      expect(judgeAnswers(suspicion, [answer({ status }), answer({ status })])).toBe('unknown')
  })

  test('one page for all is told by half of its text, or by its title', () => {
    const both = (one: Partial<Answer>, other: Partial<Answer> = one) =>
      judgeAnswers(suspicion, [answer(one), answer(other)])
    const runs = (...of: number[]) => ({ sample: sampleOf(...of) })
    expect(both(runs(7, 8, 20, 21), runs(7, 8, 30, 31))).toBe('finite')
    expect(both(runs(7, 20, 21, 22), runs(7, 30, 31, 32))).toBe('endless')
    expect(both(runs(7, 20), runs(7, 8, 9, 10, 11, 12))).toBe('finite')
    // Two pages without a text are alike, and not like one that has some.
    expect(both(runs())).toBe('finite')
    expect(both(runs(), runs(7))).toBe('endless')
    const title = `Page ${count + 2}`
    expect(both({ title: 'Nothing here' }, { title: 'Nothing  here' })).toBe('finite')
    expect(both({ title: '' }, { title })).toBe('endless')
  })

  test('one page for all that is the suspicious one has no end, by its title as well', () => {
    const shown = { ...suspicion, title: 'The hall of mirrors' }
    const titled = () => answer({ title: 'The hall of mirrors' })
    expect(judgeAnswers(shown, [titled(), titled()])).toBe('endless')
    expect(judgeAnswers(suspicion, [titled(), titled()])).toBe('finite')
  })

  test('each of both must be a page that leads on, and one of a few codes tells that', () => {
    for (const more of [{ status: 199 }, { status: 300 }, { status: 404 }, { links: [] }])
      for (const said of [
        [answer(more), answer()],
        [answer(), answer(more)],
      ])
        expect([more, judgeAnswers(suspicion, said)]).toEqual([more, 'finite'])
    expect(judgeAnswers(suspicion, [answer({ status: 299 }), answer({ status: 204 })])).toBe('endless')
    for (const status of [407, 500])
      expect(judgeAnswers(suspicion, [answer(), answer({ status })])).toBe('unknown')
    expect(judgeAnswers(suspicion, [answer({ status: 499 }), answer()])).toBe('finite')
  })

  test('a page that leads to itself, and to what the other one names, leads nowhere', () => {
    const common = 'https://site.example/p/home'
    const alone = () => {
      const made = answer()
      return { ...made, links: [made.url, common] }
    }
    expect(judgeAnswers(suspicion, [alone(), alone()])).toBe('finite')
  })

  test('an address that leads elsewhere is compared with others that do', () => {
    const moved = { ...suspicion, movedTo: 'https://site.example/hall/1' }
    const hall = () => answer({ finalUrl: `https://site.example/hall/${count}` })
    expect(judgeAnswers(moved, [hall(), hall()])).toBe('endless')
    expect(judgeAnswers(moved, [answer(), answer()])).toBe('finite')
  })
})
