import { parseHtml, visibleText } from '@gleaner/markup'
import { expect, test } from '@jest/globals'
import { chooseMainContent } from './choose-main-content.ts'

const PROSE =
  '<p>The kettle boils what it holds, and it says so, once, on a line of its own, before it stops.</p>'
const read = (body: string) => {
  const { root, pageType } = chooseMainContent(parseHtml(`<body>${body}`), 'https://example.com/docs/kettle')
  expect(pageType).toBe('documentation')
  return visibleText(root)
}

test.each([
  ['the signatures of other sections', '<section><h2>Lid</h2><div>lid(open)</div></section>', 'lid(open)'],
  ['a list of terms called tags', '<dl class="tags"><dt>Errors</dt><dd>Too hot</dd></dl>', 'Too hot'],
  ['a line that names other pages', '<p>See also <a href="/pot">pot</a></p>', 'See also'],
  [
    'a list of other pages under a heading',
    '<h2>Guides</h2><ul><li><a href="/a">Descaling</a></ul>',
    'Descaling',
  ],
  ['a note set off from the text', `<div class="sidebar">Tip. ${PROSE.repeat(2)}</div>${PROSE}`, 'Tip.'],
  [
    'notes set off one after the other, short ones and with addresses',
    `<div class="part">${PROSE}<div class="sidebar"><p>Steam</p>${PROSE.repeat(2)}</div><div class="sidebar"><p>Steam is hot, and wet, and white: what else it is tells <a href="/steam">k.example/steam</a> at length.</p></div>${PROSE}</div>`,
    'k.example/steam',
  ],
  [
    'descriptions called a discussion',
    `<div class="discussion">Fills it.</div>${PROSE.repeat(4)}`,
    'Fills it.',
  ],
  [
    'a term that explains itself',
    `<p>The <a class="tooltip" title="A spout" href="/s">spout</a> pours, and it drips.</p>`,
    'spout',
  ],
])('a manual keeps %s', (_, part, kept) => {
  expect(read(`<h1>Kettle</h1><section><h2>Use</h2>${PROSE.repeat(8)}</section>${part}`)).toContain(kept)
})

test.each([
  [
    'the trail before its headline',
    '<div><a href="/">Start</a> / <a href="/k">Kitchen</a></div>',
    '',
    'Kitchen',
  ],
  [
    'its contents',
    '',
    '<ul><li><a href="#a">Use</a><li><a href="#b">Lid</a><li><a href="#c">Spout care</a></ul>',
    'care',
  ],
  ['the line that turns its pages', '', '<div><a rel="next" href="/pot">The pot</a></div>', 'The pot'],
])('a manual is left without %s', (_, before, after, dropped) => {
  expect(read(`${before}<h1>Kettle</h1>${after}${PROSE.repeat(8)}`)).not.toContain(dropped)
})

test('the first page of a manual has its contents, and another page has not', () => {
  const chapters = (count: number) =>
    Array.from(
      { length: count },
      (_, n) => `<dt><a href="/kettle/${n}">Chapter ${n}: boiling in ${n} ways</a></dt>`,
    ).join('')
  const page = (prose: string) =>
    read(
      `<div class="book"><div class="title"><h1>Kettle</h1>${prose}</div><div class="toc"><dl class="toc">${chapters(60)}</dl></div></div>`,
    )
  expect(page(PROSE.repeat(6))).toContain('Chapter 59')
  expect(page(PROSE.repeat(60))).not.toContain('Chapter 59')
})
