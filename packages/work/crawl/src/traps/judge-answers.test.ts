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

  test('an address that leads elsewhere is compared with others that do', () => {
    const moved = { ...suspicion, movedTo: 'https://site.example/hall/1' }
    const hall = () => answer({ finalUrl: `https://site.example/hall/${count}` })
    expect(judgeAnswers(moved, [hall(), hall()])).toBe('endless')
    expect(judgeAnswers(moved, [answer(), answer()])).toBe('finite')
  })
})
