import { parseHtml, visibleText } from '@gleaner/markup'
import { describe, expect, test } from '@jest/globals'
import { chooseMainContent, correctDraft, draftContent, readDraft } from '../choose-main-content.ts'
import { blockModel, packModel, unpackModel } from './block-model.ts'
import { FEATURE_COUNT, readFeatures } from './read-features.ts'
import { LEAF, scoreRows, type TreeModel } from './score-rows.ts'

const SENTENCE = 'The harbour was frozen for a week, and the ferries, all nine of them, lay along the quay. '
const ARTICLE = `<title>Ice</title><body><main><h1>Ice</h1>${[1, 2, 3, 4, 5, 6].map((n) => `<p>${n}: ${SENTENCE.repeat(3)}</p>`).join('')}
  <table><tr><td>Monday</td><td>Ice</td></tr><tr><td>Tuesday</td><td>Water</td></tr></table></main>`
const draftOf = (html: string) => draftContent(parseHtml(html), 'https://a.example/x', 'service')
const textOf = (html: string, model: TreeModel) =>
  visibleText(readDraft(correctDraft(draftOf(html), model)).root)

/** Asks one question of each line: whether it has links. */
const NO_LINKS: TreeModel = {
  roots: Uint16Array.of(0),
  features: Uint8Array.of(14, LEAF, LEAF),
  thresholds: Float32Array.of(0.5, 5, -5),
  next: Uint16Array.of(1, 0, 0),
  base: 0,
}

describe('a model of blocks', () => {
  test('takes lines from a draft, and the boxes that hold nothing else, with their pictures', () => {
    const page = ARTICLE.replace(
      '</main>',
      '<div><img src=/a.png alt=Boat><p><a href=/b>Elsewhere on this coast</a></p></div></main>',
    )
    const { root } = readDraft(correctDraft(draftOf(page), NO_LINKS))
    expect(visibleText(root)).toContain('The harbour')
    expect(visibleText(root)).not.toContain('Elsewhere')
    expect(JSON.stringify(root, (key, value) => (key === 'parent' ? undefined : value))).not.toContain('Boat')
  })

  test('leaves a table its cells as long as it keeps one of the row', () => {
    const page = ARTICLE.replace('<td>Water', '<td><a href=/w>Water</a>').replace(
      '</table>',
      '<tr><td><a href=/c>Wednesday</a></td><td><a href=/d>Fog</a></td></tr></table>',
    )
    const text = textOf(page, NO_LINKS)
    expect(text).toContain('Tuesday Water')
    expect(text).not.toContain('Fog')
  })

  test('does not take all of a page of which it is sure of nothing', () => {
    const unsure: TreeModel = {
      ...NO_LINKS,
      features: Uint8Array.of(LEAF),
      thresholds: Float32Array.of(-2),
      next: Uint16Array.of(0),
    }
    expect(textOf(ARTICLE, unsure)).toContain('Tuesday')
  })

  test('is not asked about headlines and captions', () => {
    const page = ARTICLE.replace(
      '<table>',
      '<figure><img src=/a.png><figcaption><a href=/p>A boat in the ice</a></figcaption></figure><table>',
    )
    expect(textOf(page, NO_LINKS)).toContain('A boat in the ice')
  })

  test('is packed without loss', () => {
    const model = blockModel()
    expect(unpackModel(packModel(model), model.base)).toEqual(model)
    expect(model.roots.length).toBeGreaterThan(50)
    for (const feature of model.features) if (feature !== LEAF) expect(feature).toBeLessThan(FEATURE_COUNT)
  })
})

test('the numbers of a line are as many as are declared, and none is missing', () => {
  const { outline, value, choice, facts } = draftOf(ARTICLE)
  const { lines, rows } = readFeatures(outline, value, { ...choice, type: facts.type, posts: facts.posts })
  expect(lines.length).toBeGreaterThan(6)
  expect(rows.length).toBe(lines.length * FEATURE_COUNT)
  for (const one of rows) expect(Number.isFinite(one)).toBe(true)
  // The last number of each row is the line's place among its kind, which grows from 0 to 1.
  const last = [...lines.keys()].map((at) => rows[(at + 1) * FEATURE_COUNT - 1]!)
  expect(Math.max(...last)).toBe(1)
  const scores = scoreRows(blockModel(), rows, FEATURE_COUNT)
  for (const score of scores) expect(score > 0 && score < 1).toBe(true)
})

test('the trained model keeps all sentences of an article', () => {
  const { root } = chooseMainContent(parseHtml(ARTICLE), 'https://a.example/x')
  expect(visibleText(root).split('The harbour')).toHaveLength(19)
})
