import { parseHtml, visibleText } from '@gleaner/markup'
import { describe, expect, test } from '@jest/globals'
import { chooseMainContent } from './choose-main-content.ts'

const QUESTIONS = [
  'Who sweeps the yard',
  'Where do lost gloves go',
  'May the gate stay open',
  'When is the well dug',
]
const ANSWERS = [
  'The miller sweeps it.',
  'They hang by the oven.',
  'Only while the geese are out.',
  'In a dry May.',
]
const each = (item: (question: string, answer: string, at: number) => string) =>
  QUESTIONS.map((question, at) => item(question, ANSWERS[at]!, at)).join('')
const read = (part: string) => {
  const page = `<title>Yard</title><body><header><nav><a href="/">Home</a></nav></header>
    <main><h1>The yard</h1><p>What those who visit the yard ask most, and what the miller tells them.</p>${part}</main>`
  return visibleText(chooseMainContent(parseHtml(page), 'https://yard.example/help').root)
}
const tabs = (tab: (question: string, at: number) => string, panel: (answer: string, at: number) => string) =>
  `${each((question, _, at) => tab(question, at))}</div><div>${each((_, answer, at) => panel(answer, at))}`

/** What a person reads when everything is unfolded, by how libraries write what folds. */
describe('all that unfolds is content', () => {
  test.each<[what: string, part: string]>([
    [
      'a button in a heading that names its panel',
      each(
        (q, a, at) =>
          `<h3><button type="button" aria-expanded="false" aria-controls="p${at}">${q}</button></h3><div id="p${at}" hidden>${a}</div>`,
      ),
    ],
    [
      'a panel that only ARIA hides',
      each(
        (q, a, at) =>
          `<h3><button aria-expanded="false" aria-controls="p${at}">${q}</button></h3><div id="p${at}" aria-hidden="true">${a}</div>`,
      ),
    ],
    [
      'a button that names its panel by data, though its class calls it a link',
      each(
        (q, a, at) =>
          `<div class="card"><div class="card-header"><button class="btn btn-link" data-toggle="collapse" data-target="#p${at}">${q}</button></div><div id="p${at}" class="collapse">${a}</div></div>`,
      ),
    ],
    [
      'a term',
      `<dl>${each((q, a, at) => `<dt><button type="button" aria-expanded="false" aria-controls="p${at}">${q}</button></dt><dd><p id="p${at}" style="display:none">${a}</p></dd>`)}</dl>`,
    ],
    [
      'a button that says nothing, before what it opens',
      each((q, a) => `<button type="button" class="c">${q}</button><div style="display:none">${a}</div>`),
    ],
    [
      'an element that is a button by its role',
      each(
        (q, a) =>
          `<div><div role="button" aria-expanded="false">${q}</div><div style="display:none">${a}</div></div>`,
      ),
    ],
    [
      'tabs in a list that is called navigation',
      `<div><ul class="nav nav-tabs" role="tablist">${each((q, _, at) => `<li><button role="tab" type="button" aria-controls="p${at}">${q}</button></li>`)}</ul>
      <div class="tab-content">${each((_, a, at) => `<div role="tabpanel" id="p${at}" hidden>${a}</div>`)}</div></div>`,
    ],
    [
      'tabs that are links without an address in a box called a menu',
      `<div><div class="tabular menu">${each((q) => `<a class="item">${q}</a>`)}</div>${each((_, a) => `<div class="tab segment">${a}</div>`)}</div>`,
    ],
    [
      'buttons before as many boxes, all but one hidden',
      `<div><div class="row">${tabs(
        (q) => `<button>${q}</button>`,
        (a, at) => `<div class="part"${at ? ' hidden' : ''}>${a}</div>`,
      )}</div></div>`,
    ],
    [
      'cards that are buttons',
      each((q, a) => `<button type="button" class="card"><p>${q}</p><p>${a}</p></button>`),
    ],
  ])('%s', (_, part) => {
    const text = read(part)
    for (const [at, question] of QUESTIONS.entries()) {
      expect(text).toContain(question)
      expect(text).toContain(ANSWERS[at])
    }
  })
})

describe('a control is left out for what it does', () => {
  test.each<[what: string, part: string]>([
    ['submits', '<form><input name="q"><button>Send the letter</button></form>'],
    ['closes', '<div><button type="button" data-bs-dismiss="alert">Send the letter</button></div>'],
    [
      'opens a menu',
      '<button type="button" aria-haspopup="menu" aria-expanded="false">Send the letter</button>',
    ],
    [
      'opens a dialog',
      '<button type="button" aria-expanded="false" aria-controls="d">Send the letter</button><div id="d" role="dialog" hidden>Really?</div>',
    ],
    [
      'opens what is filled in',
      `<button type="button" aria-controls="d">Send the letter</button><div id="d" hidden>${ANSWERS.join(' ')} <input name="address"></div>`,
    ],
    ['does something on the spot', '<p>A quiet place.</p><button type="button">Send the letter</button>'],
    [
      'does the same for each part',
      ANSWERS.map((a) => `<button type="button">Send the letter</button><div>${a}</div>`).join(''),
    ],
  ])('%s', (_, part) => {
    expect(read(part)).not.toContain('Send the letter')
  })
})
