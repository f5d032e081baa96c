import { parseHtml } from '@gleaner/markup'
import { expect, test } from '@jest/globals'
import { indexPage } from '../page-index/page-index.ts'
import { findLists } from './find-lists.ts'

const times = (count: number, make: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => make(n)).join('')
const listsOf = (html: string) =>
  findLists(indexPage(parseHtml(html)), { base: 'https://site.example/', country: undefined, dates: {} })
    .lists
const best = (html: string) => listsOf(html)[0]?.entries ?? []

test('cards in columns are one list, with what is asked and not what was crossed out', () => {
  const card = (n: number) =>
    `<article class="card post-${n}${n % 2 ? ' featured' : ''}"><a href="/p/${n}"><img src="data:x" data-src="/i/${n}.jpg"></a><img src="/new.png">
     <h3><a href="/p/${n}">Anvil of iron ${n}</a></h3><s>€ 99.00</s> <b>€ ${n + 1}.50</b><p>Forged by hand in a small town, number ${n}.</p><a href="/cart">Add</a></article>`
  const entries = best(
    `<div class="col">${times(3, card)}</div><div class="col">${times(3, (n) => card(n + 3))}</div>`,
  )
  expect(entries).toHaveLength(6)
  expect(entries[4]).toMatchObject({
    name: 'Anvil of iron 4',
    url: 'https://site.example/p/4',
    image: 'https://site.example/i/4.jpg',
    offers: { price: 5.5, priceCurrency: 'EUR' },
    description: 'Forged by hand in a small town, number 4.',
  })
})

test('a name in words goes before a number, whichever is the link', () => {
  const row = (n: number) =>
    `<tr><td>March ${n + 1}, 2025</td><td><a href="/f/25-${n}.pdf">25-${100 + n}</a></td><td>Smith ${'abcdef'[n]}. v. Department of Iron</td></tr>`
  expect(best(`<table><tr><th>Date</th><th>No.</th><th>Case</th></tr>${times(6, row)}</table>`)[2]).toEqual({
    name: 'Smith c. v. Department of Iron',
    url: 'https://site.example/f/25-2.pdf',
    datePublished: '2025-03-03',
  })
})

test('what is written before a name to mark an entry is no part of it', () => {
  const entry = (n: number) =>
    `<p>- Smith ${'abcdef'[n]}. v. Department of Iron <a href="/f/${n}.pdf">SC-${100 + n}</a></p>`
  expect(best(`<div>${times(6, entry)}</div>`)[2]).toMatchObject({
    name: 'Smith c. v. Department of Iron',
    url: 'https://site.example/f/2.pdf',
  })
})

test('an entry without an element of its own goes to where the next begins', () => {
  const rows = (n: number) =>
    `<tr><td>${n}.</td><td class="title"><a href="https://other.example/${n}">A story about iron ${n}</a></td></tr>
     <tr><td colspan="2">12 points by <i class="author">smith</i></td><td></td></tr>`
  expect(best(`<table>${times(8, rows)}</table>`)).toHaveLength(8)
})

test('a menu that nothing names is no match for a list, and sections give way to what is in them', () => {
  const menu = `<div><ul>${times(40, (n) => `<li><a href="/m/${n}">A part of the site ${n}</a></li>`)}</ul></div>`
  const entry = (n: number) =>
    `<li><h4><a href="/n/${n}">News about iron ${n}</a></h4><time datetime="2025-01-0${(n % 9) + 1}">x</time></li>`
  const section = (n: number) =>
    `<section class="topic"><h2><a href="/t/${n}">Topic ${n}</a></h2><ul class="news">${times(4, (m) => entry(n * 4 + m))}</ul></section>`
  const entries = best(menu + times(4, section))
  expect(entries).toHaveLength(16)
  expect(entries[5]).toMatchObject({ name: 'News about iron 5', datePublished: '2025-01-06' })
})

test('a page of text has no list', () => {
  expect(
    listsOf(`<h1>Iron</h1>${times(2, (n) => `<p>Some <a href="/${n}">words</a> on iron.</p>`)}`),
  ).toEqual([])
})
