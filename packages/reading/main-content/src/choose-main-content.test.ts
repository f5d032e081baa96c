import { readFileSync } from 'node:fs'
import { parseHtml, serialize, visibleText } from '@gleaner/markup'
import { describe, expect, test } from '@jest/globals'
import { chooseMainContent } from './choose-main-content.ts'

interface Golden {
  file: string
  url: string
  pageType: string
  /** Pieces of text that are the page's content, in their order. */
  keeps: string[]
  /** Pieces of its frame. */
  drops: string[]
}

const GOLDEN: Golden[] = [
  {
    file: 'blog-post',
    url: 'https://journal.example/blog/how-we-moved-a-clock-tower',
    pageType: 'article',
    keeps: [
      'Forty tonnes of brick',
      'the new tram line would pass',
      'A tower is heavy, but it is also patient.',
      'What we learned',
      'Rails must be level',
      'force = mass * 9.81 * friction',
      'Distance',
      '7 m',
      'the clock struck seven',
    ],
    drops: [
      'Skip to content',
      'About us',
      'cookies',
      'Tweet',
      'READ MORE',
      'newsletter',
      'Tags',
      'Why bridges sing',
      'I was there',
      'ten best hammers',
      'All rights reserved',
    ],
  },
  {
    file: 'docs-page',
    url: 'https://carrier.example/docs/retry',
    pageType: 'documentation',
    keeps: [
      'Retrying requests',
      'before any byte',
      'carrier({ retry',
      'it is not merged',
      'Option',
      '100',
      'Related errors',
      'RetryError',
    ],
    drops: ['Getting started', 'Previous: Sending', 'Privacy'],
  },
  {
    file: 'product-page',
    url: 'https://tinfire.example/products/kettle-4',
    pageType: 'product',
    keeps: ['Kettle No. 4', '€59.00', 'boils a litre', 'Volume', '1.2 l', 'Wash by hand'],
    drops: ['Pans', 'Add to cart', 'You may also like', 'Pan No. 7', 'since 1961'],
  },
  {
    file: 'forum-thread',
    url: 'https://forum.example/viewtopic.php?t=7',
    pageType: 'forum',
    keeps: ['anton', 'a swarm of bees', 'berta', 'Call a beekeeper', 'carl', 'you only have to wait'],
    drops: ['Register', 'Posts: 907', 'muddy hands', 'All times are UTC'],
  },
  {
    file: 'listing-page',
    url: 'https://harbour.example/jobs/harbourtown',
    pageType: 'listing',
    keeps: ['Jobs in Harbourtown', 'Crane operator', '42,000', 'Ferry pilot', 'Sail maker', 'Far Point'],
    drops: ['Post a job', 'Imprint'],
  },
]

const read = (file: string) => readFileSync(new URL(`./fixtures/${file}.html`, import.meta.url), 'utf8')

describe('the main content', () => {
  test.each(GOLDEN)('of a $pageType page is what it is about, all of it and nothing else', (golden) => {
    const { root, pageType } = chooseMainContent(parseHtml(read(golden.file)), golden.url)
    const text = visibleText(root)
    expect(pageType).toBe(golden.pageType)
    const places = golden.keeps.map((piece) => text.indexOf(piece))
    expect(golden.keeps.filter((_, i) => places[i] === -1)).toEqual([])
    expect(golden.drops.filter((piece) => text.includes(piece))).toEqual([])
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('keeps figures with their captions; the running text leaves captions and the headline out', () => {
    const { root, runningText } = chooseMainContent(parseHtml(read('blog-post')), GOLDEN[0]!.url)
    expect(serialize(root)).toContain('<img')
    expect(visibleText(root)).toContain('Photo: Jon Berg')
    expect(visibleText(root)).toContain('How we moved a clock tower')
    expect(visibleText(runningText())).not.toContain('Photo: Jon Berg')
    expect(visibleText(runningText())).not.toContain('How we moved a clock tower')
    expect(visibleText(runningText())).toContain('the clock struck seven')
  })

  test('leaves the page itself as it was', () => {
    const document = parseHtml(read('blog-post'))
    const before = serialize(document)
    chooseMainContent(document, GOLDEN[0]!.url)
    expect(serialize(document)).toBe(before)
  })

  test('of a page that goes on with other articles is the one that its title names', () => {
    const article = (title: string, text: string) =>
      `<article><h1>${title}</h1>${`<p>${text}</p>`.repeat(6)}</article>`
    const page = `<title>The second story | News</title><main>${article('The first story', 'The first story is about ships, and about the sea that carries them.')}${article('The second story', 'The second story is about trains, and about the hills they climb.')}</main>`
    const text = visibleText(chooseMainContent(parseHtml(page), 'https://news.example/2024/05/second').root)
    expect(text).toContain('trains')
    expect(text).not.toContain('ships')
  })

  test('of a page that shows nothing without scripts is what it keeps for readers without them', () => {
    const hidden =
      '<p>The long answer is that it depends, on the weather, on the road and on the horse.</p>'.repeat(5)
    const noscript = `<body><div id=app></div><noscript>${hidden}</noscript>`
    const invisible = `<body style="visibility:hidden"><main>${hidden}</main>`
    for (const page of [noscript, invisible]) {
      expect(visibleText(chooseMainContent(parseHtml(page), 'https://a.example/').root)).toContain(
        'on the horse',
      )
    }
  })

  test('believes no name that a page gives to its own content', () => {
    const parts = Array.from(
      { length: 6 },
      (_, i) =>
        `<div class="widget related"><p>Part ${i} of the text is long enough to be read, and it says what it says.</p></div>`,
    )
    const text = visibleText(
      chooseMainContent(parseHtml(`<body><h1>Parts</h1>${parts.join('')}`), 'https://a.example/x').root,
    )
    expect(text).toContain('Part 0')
    expect(text).toContain('Part 5')
  })

  test('keeps the links that fill the cells of a table and the items of a list', () => {
    const prose = '<p>The module offers functions that make iterators, and each of them is fast and lean.</p>'
    const row = (name: string) =>
      `<tr><td><p><a href="#${name}">${name}()</a></p></td><td><p>p, q</p></td></tr>`
    const page = `<main><h1>Iterators</h1>${prose.repeat(9)}<table>${['count', 'cycle', 'chain'].map(row).join('')}</table>
      <ul><li><p><a href="/guide">The guide</a></p><p>It says more about all of this, in many words.</p></li></ul></main>`
    const text = visibleText(chooseMainContent(parseHtml(page), 'https://a.example/docs/iterators').root)
    for (const name of ['count()', 'cycle()', 'chain()', 'The guide']) expect(text).toContain(name)
  })

  test('takes an anchor that was never closed for no link', () => {
    const prose = '<p>Some programs help you at the console, and each of them is described here in turn.</p>'
    const section = (name: string, anchor: string) =>
      `<div><h3>${anchor}${name}</h3><p>The ${name} is a program that many people use every day, and gladly.</p>
       <ul><li><p>First, start the ${name}.</p></li><li><p>Then, stop the ${name}.</p></li></ul></div>`
    const page = `<body><h1>Tips</h1>${prose.repeat(30)}${section('editor', '')}${section('screen', '<a id="s"/>')}</body>`
    const text = visibleText(chooseMainContent(parseHtml(page), 'https://a.example/docs/tips').root)
    for (const name of ['editor', 'screen']) {
      expect(text).toContain(`The ${name} is a program`)
      expect(text).toContain(`Then, stop the ${name}.`)
    }
  })

  test('of an archive is all of its groups, not the largest', () => {
    const post = (name: string) =>
      `<article><header><a href="/${name}">6 March</a><h1><a href="/${name}">About ${name}</a></h1></header></article>`
    const group = (year: number, names: string[]) =>
      `<section class="archives-wrap"><div><a href="/${year}">${year}</a></div><div>${names.map(post).join('')}</div></section>`
    const page = `<title>Archive</title><body><header><h1><a href="/">Journal</a></h1><nav><a href="/">Home</a></nav></header>
      <div><section id="main">${group(2026, ['anvils'])}${group(2024, ['hammers', 'tongs', 'bellows', 'ovens', 'coal'])}</section></div>`
    const { root } = chooseMainContent(parseHtml(page), 'https://journal.example/archives/')
    for (const name of ['anvils', 'coal']) expect(visibleText(root)).toContain(`About ${name}`)
  })

  test("of a tiny page is without the site's name and slogan", () => {
    const page = `<title>Not found</title><body><header><a href="/">Port</a> a town that exists only to be scraped</header>
      <main><h1>Not found</h1><p>The harbour office answers every question.</p></main></body>`
    const { root } = chooseMainContent(parseHtml(page), 'https://port.example/nowhere')
    expect(visibleText(root).trim()).toMatch(/^Not found\s+The harbour office answers every question\.$/)
  })

  test('of a page that is all frame is the page, with a doubt', () => {
    const links = ['Introduction', 'Getting started', 'Examples of use'].map(
      (name) => `<li><a href="/${name}">${name}</a></li>`,
    )
    const page = `<title>Guide</title><body><nav><ul>${links.join('')}</ul></nav></body>`
    const { root, doubt } = chooseMainContent(parseHtml(page), 'https://manual.example/guide.html')
    expect(visibleText(root)).toContain('Getting started')
    expect(doubt).toContain('No part of the page stands out')
  })

  test('keeps the lines that buttons unfold, but not menus behind buttons', () => {
    const operations = ['pet', 'order', 'user'].map(
      (
        name,
      ) => `<section><h3>${name}</h3><div><button aria-expanded="false"><span>GET</span><span>/${name}</span>
        <div>Finds every ${name} that is known</div></button></div></section>`,
    )
    const page = `<body><header><button aria-expanded="false"><span>Languages</span></button></header><main><h1>Shop</h1>
      <p>This is the description of the server, in a sentence or two. It has all that one needs.</p>${operations.join('')}</main></body>`
    const text = visibleText(chooseMainContent(parseHtml(page), 'https://api.example/docs', 'service').root)
    expect(text).toContain('Finds every order that is known')
    expect(text).not.toContain('Languages')
  })

  test('says twice what the page says twice, but not what a carousel clones', () => {
    const refrain = '<p>Row, row, row the boat, gently down the stream, and merrily to the end of it.</p>'
    const slide =
      '<div class="slide"><p>The boats are painted in May, by those who row them, in three colours.</p></div>'
    const page = `<main><h1>Songs</h1><div>${refrain.repeat(3)}</div><div>${slide.repeat(2)}</div></main>`
    const text = visibleText(chooseMainContent(parseHtml(page), 'https://a.example/songs', 'service').root)
    expect(text.match(/Row, row/g)).toHaveLength(3)
    expect(text.match(/painted in May/g)).toHaveLength(1)
  })

  test('of an empty page is empty', () => {
    expect(visibleText(chooseMainContent(parseHtml(''), 'https://a.example/').root)).toBe('')
    expect(
      visibleText(
        chooseMainContent(parseHtml('<frameset><frame src=a></frameset>'), 'https://a.example/').root,
      ),
    ).toBe('')
  })
})
