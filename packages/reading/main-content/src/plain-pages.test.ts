import { parseHtml, visibleText } from '@gleaner/markup'
import { describe, expect, test } from '@jest/globals'
import { chooseMainContent } from './choose-main-content.ts'

const SENTENCE = 'The harbour was frozen for a week, and the ferries, all nine of them, lay along the quay. '
const paragraphs = (count: number, about = '') =>
  Array.from({ length: count }, (_, i) => `<p>${about} ${i}: ${SENTENCE.repeat(2)}</p>`).join('')
const links = (count: number) =>
  Array.from({ length: count }, (_, i) => `<a href="/${i}">Section number ${i}</a><br>`).join('')
const read = (body: string, url = 'https://a.example/x', title = 'Ice') => {
  const { root, pageType, doubt } = chooseMainContent(parseHtml(`<title>${title}</title><body>${body}`), url)
  return { text: visibleText(root).replace(/\s+/g, ' '), pageType, doubt }
}

describe('content of a page that declares nothing', () => {
  test('is its best box when that holds nothing but sentences', () => {
    const { text, pageType } = read(
      `<table><tr><td>${links(60)}</td><td><b>Ice</b>${paragraphs(4)}</td><td>${links(40)}</td></tr></table>`,
    )
    expect(pageType).toBe('article')
    expect(text).toContain('3: The harbour')
    expect(text).not.toContain('Section number')
  })

  test('is all of an article whose parts are each called after it', () => {
    const part = (name: string) =>
      `<div class="c article-body-text"><h2>${name}</h2>${paragraphs(3, name)}</div>`
    const { text } = read(`<div><h1>Ice</h1>${['Ice', 'Boats', 'People'].map(part).join('')}</div>`)
    for (const name of ['Ice 2', 'Boats 0', 'People 2']) expect(text).toContain(name)
  })

  test('holds what asides set off from it, whatever kind they are of', () => {
    const kinds = ['caution', 'danger', 'tip']
    const boxes = kinds.map(
      (kind) => `<aside class="docs-aside ${kind}" aria-label="Mind it"><p>Mind the ${kind}.</p></aside>`,
    )
    const { text } = read(`<main><h1>Ice</h1>${paragraphs(3)}${boxes.join('')}${paragraphs(2)}</main>`)
    for (const kind of kinds) expect(text).toContain(`Mind the ${kind}.`)
  })

  test('is the article, not the longer summaries of other pages below it', () => {
    const card = `<li class="card"><h3><a href="/other">Another page entirely, with a long name</a></h3><div>Summary. ${SENTENCE}</div></li>`
    const { text, doubt } = read(
      `<div class="a">${paragraphs(3)}</div><div class="b"><ul>${card.repeat(9)}</ul></div>`,
    )
    expect(text).toContain('2: The harbour')
    expect(text).not.toContain('Summary')
    expect(doubt).toBeUndefined()
  })

  test('has the notes that its text links to', () => {
    const note = '<aside class="note" id="n1"><p>Comets were rare that year.</p></aside>'
    const { text } = read(
      `<article>${paragraphs(4)}<p>A comet <a href="#n1">[1]</a> was seen. ${SENTENCE}</p>${paragraphs(4)}<div>${note}</div></article>`,
    )
    expect(text).toContain('Comets were rare')
  })

  test.each([
    ['flat', (title: string) => `<h2>${title}</h2>`],
    [
      'with a link to edit each',
      (title: string) => `<div class="head"><h2>${title}</h2><span>[<a href="/e">edit</a>]</span></div>`,
    ],
  ])('has what a work of reference names beside its subject, %s, but not what a paper offers', (_, head) => {
    const list = (about: string) =>
      `<ul>${[1, 2, 3].map((n) => `<li><a href="/${about}${n}">${about} ${n}</a></li>`).join('')}</ul>`
    const page = (title: string, about: string) =>
      read(
        `<article><h1>Ice</h1>${paragraphs(2)}${['Harbours', 'Rivers'].map((name) => head(name) + paragraphs(2, name)).join('')}${head(title)}${list(about)}${head('Works')}${paragraphs(1)}</article>`,
      ).text
    expect(page('See also', 'Glacier')).toContain('Glacier 3')
    expect(page('Read more', 'Glacier')).not.toContain('Glacier')
  })

  test('has the list within a form, but not the fields of one', () => {
    const list = ['Bring rope', 'Check the ice', 'Tell somebody'].map((item) => `<li>${item}</li>`).join('')
    const form = (part: string) =>
      `<h1>Ice</h1><p>${SENTENCE}</p><form action="/done"><ul>${part}</ul><button>Done</button></form>`
    const { root } = chooseMainContent(parseHtml(form(list)), 'https://a.example/list', 'service')
    expect(visibleText(root)).toContain('Check the ice')
    const fields = ['Rope', 'Ice', 'Name'].map((name) => `<li><label>${name}</label><input></li>`).join('')
    const { root: filled } = chooseMainContent(parseHtml(form(fields)), 'https://a.example/list', 'service')
    expect(visibleText(filled)).not.toContain('Rope')
  })

  test('is without the few lines that are built unlike its text, in small boxes', () => {
    const article = `<article><div class="text">${paragraphs(4)}<div><p class="k">Ann Kempe at the quay</p></div>
      <div><p class="q">This was seen before, in the year of the comet.</p></div>
      <ul><li>Ropes</li><li>Tar</li></ul><table><tr><th>Quay</th><th>Boats</th></tr></table>${paragraphs(4, 'Later')}
      <div><p class="w">Ann Kempe has lived at the harbour since she was born there.</p></div></div></article>`
    const { text, pageType } = read(article)
    expect(pageType).toBe('article')
    for (const kept of ['Later 3: The', 'the year of the comet', 'Ropes', 'Quay'])
      expect(text).toContain(kept)
    expect(text).not.toContain('Ann Kempe')
  })
})

describe('content of a manual', () => {
  const sections = (build: (name: string, i: number) => string) =>
    `<div class="body">${['Ice', 'Related tools', 'Comments on ice', 'Search for ice'].map(build).join('')}</div>`

  test('has sections whose ids are made of their headings, whatever the words', () => {
    const { text } = read(
      sections((name) => {
        const id = name.toLowerCase().replaceAll(' ', '-')
        return `<div class="section" id="${id}"><h2><a class="toc-back" href="#t">${name}</a></h2><ul><li>${name}: ${SENTENCE}</li></ul></div>`
      }),
    )
    for (const name of ['Ice', 'Related tools', 'Comments on ice', 'Search for ice'])
      expect(text).toContain(`${name} ${name}: The harbour`)
  })

  test('has the notes that are set off between its paragraphs', () => {
    const note = (i: number) => `<div class="sidebar"><p>Note ${i}. ${SENTENCE.repeat(3)}</p></div>`
    const { text } = read(sections((_, i) => `<div>${paragraphs(4, 'Text')}${note(i)}</div>`))
    expect(text).toContain('Note 0.')
    expect(text).toContain('Note 3.')
  })

  test('has the title and the words before a list of all else', () => {
    const terms = Array.from({ length: 9 }, (_, i) => `<dt>term ${i}</dt><dd>${SENTENCE.repeat(2)}</dd>`)
    const { text } = read(`<h2>Terms of ice</h2><p>What is said of it.</p><dl>${terms.join('')}</dl>`)
    expect(text).toContain('Terms of ice What is said of it. term 0')
  })

  test('is without the line that turns its pages, and has one that links in a sentence', () => {
    const turn =
      '<p>Next: <a href="b" rel="next">Snow</a>, Up: <a href="a" rel="up">Weather</a> [<a href="i">Index</a>]</p>'
    const { text } = read(`<h1>Ice</h1>${turn}${paragraphs(4)}<p>Next comes <a href="b">snow</a>.</p>`)
    expect(text).not.toContain('Weather')
    expect(text).toContain('Next comes snow')
  })

  test('says in a definition what else to see', () => {
    const also = '<p>See also <a href="/b">another function</a>, <a href="/c">a third</a>.</p>'
    const terms = Array.from({ length: 4 }, (_, i) => `<dt>term ${i}</dt><dd><p>${SENTENCE}</p>${also}</dd>`)
    expect(read(`<h1>Terms</h1>${paragraphs(2)}<dl>${terms.join('')}</dl>`).text).toContain(
      'another function',
    )
  })
})

describe('content of an article that readers answered', () => {
  const entry = (i: number) =>
    `<div class="xa"><b>Reader ${i}</b> <i class="xb">${i + 1} days ago</i><div class="xc"><p>Entry ${i}. ${SENTENCE}</p></div></div>`
  const entries = Array.from({ length: 6 }, (_, i) => entry(i)).join('')
  const page = (before: number, after: number, end: string) =>
    `<div class="xd"><h1>Ice</h1>${paragraphs(before, 'Before')}<div>${entries}</div>${paragraphs(after, 'After')}</div>${end}`

  test('is without their comments, whatever they are called', () => {
    const { text } = read(
      page(12, 0, '<form><textarea></textarea></form>'),
      'https://a.example/2020/01/02/ice',
    )
    expect(text).toContain('Before 11')
    expect(text).not.toContain('Entry')
  })

  test.each([
    ['nobody can add to them', page(12, 0, '')],
    ['the text goes on after them', page(12, 12, '<form><textarea></textarea></form>')],
    ['they are most of it', page(1, 0, '<form><textarea></textarea></form>')],
  ])('has the dated entries when %s', (_, body) => {
    expect(read(body, 'https://a.example/2020/01/02/ice').text).toContain('Entry 5')
  })
})

describe('content of a table of contents', () => {
  const GRIDS = {
    cards: (i: number) =>
      `<article><a href="/docs/${i}"><h2>Topic ${i}</h2><p>How topic ${i} is set up.</p></a></article>`,
    links: (i: number) => `<li><a href="/docs/${i}">Guide to Topic ${i}</a></li>`,
  }

  test.each(Object.entries(GRIDS))('is what it lists, as %s', (_, part) => {
    const grid = Array.from({ length: 30 }, (_, i) => part(i)).join('')
    const { text, pageType } = read(
      `<nav>${links(40)}</nav><main><h1>Guides</h1><p>All guides, by topic.</p><section>${grid}</section></main>`,
      'https://a.example/docs/guides',
    )
    expect(pageType).toBe('documentation')
    for (const name of ['Guides', 'by topic', 'Topic 0', 'Topic 29']) expect(text).toContain(name)
    expect(text).not.toContain('Section number')
  })
})

describe('a name of clutter', () => {
  const page = (part: string) => read(`<main><h1>Ice</h1>${paragraphs(5)}${part}</main>`).text
  const kept = `Kept. ${SENTENCE.repeat(3)}`

  test.each([
    [
      'on a remark inside a sentence',
      `<p>${SENTENCE}<span class="grammar-comment">Kept, too</span>, they say.</p>`,
    ],
    ['on a section of sentences', `<div id="sql-for-share"><h2>Locks</h2><p>${kept}</p></div>`],
    ['on a paragraph', `<p id="AdDsWC">${kept}</p>`],
    [
      'among the topics of a post',
      `<div class="post type-post category-top-news">${kept}<a href="/">More</a></div>`,
    ],
  ])('%s cuts nothing', (_, part) => expect(page(part)).toContain('Kept'))

  test.each([
    ['newsletter', `<div class="newsletter"><p>Cut. ${SENTENCE}</p><form><input name="mail"></form></div>`],
    ['a share box', '<div class="share"><span>Cut</span> <a href="/a">One</a> <a href="/b">Two</a></div>'],
    ['a hint for machines', `<p>${SENTENCE}<span class="sr-only">Cut</span></p>`],
  ])('on %s cuts it', (_, part) => expect(page(part)).not.toContain('Cut'))
})

describe('text that only a class hides, on a page without its style sheets', () => {
  const box = (name: string, about: string) =>
    `<ul class="${name}"><li><h3>${about}</h3><p>${about}: ${SENTENCE}</p></li></ul>`

  test('is not its content beside a headline, however much of it there is', () => {
    const { text } = read(
      `<h1>Ice</h1>${paragraphs(3, 'Keep')}<div class="hidden">${paragraphs(2, 'Cut')}</div><p class="d-none">Cut too</p>`,
    )
    expect(text).toContain('Keep 2')
    expect(text).not.toContain('Cut')
  })

  test('is its content in one of several boxes that are shown by turns', () => {
    const { text } = read(
      `<h1>Ice</h1>${paragraphs(3)}<div>${box('plans active', 'North')}${box('plans hidden', 'South')}${box('plans hidden', 'East')}</div>
       <div class="notes hidden"><p>Cut: ${SENTENCE}</p></div>${paragraphs(2)}`,
      'https://a.example/services/ice',
    )
    for (const part of ['North: The', 'South: The', 'East: The']) expect(text).toContain(part)
    expect(text).not.toContain('Cut')
  })
})

describe('names that mean other things', () => {
  test('a name that is cut stays so inside a box whose name is not believed', () => {
    const { text } = read(
      `<h1>Ice</h1><div class="search">${paragraphs(4)}<div class="related"><p>Cut ${SENTENCE}</p></div>${paragraphs(2)}</div>`,
    )
    expect(text).toContain('1: The')
    expect(text).not.toContain('Cut')
  })

  test('a comment in a cell or a line is a field, not what readers wrote', () => {
    const row = (i: number) =>
      `<tr><td>14:2${i}</td><td><span class="modernComment">Mend leak number ${i}</span> <span class="detail">user: ada</span></td></tr>`
    const { text } = read(
      `<h1>Timeline</h1><table>${[1, 2, 3, 4].map(row).join('')}<tr><th>Comment:</th><td class="infoComment">Keep oil</td></tr></table>`,
    )
    for (const part of ['Mend leak number 1', 'Mend leak number 4', 'Keep oil']) expect(text).toContain(part)
  })

  test('a manual keeps the section that leads to other pages, built as the others are, and its name line', () => {
    const section = (name: string, body: string) =>
      `<div class="sect1"><h2>${name}</h2><div>${body}</div></div>`
    const { text } = read(
      `<div id="top"><h1>frob(1) Manual Page</h1><h2>NAME</h2><p>frob - frobnicate things</p></div><div id="content">${section('SYNOPSIS', paragraphs(2))}${section('OPTIONS', `<pre>frob --all</pre>${paragraphs(3)}`)}${section('NOTES', paragraphs(1))}${section('See Also', '<a href="ls.html">ls</a>, <a href="cp.html">cp</a>, <a href="mv.html">mv</a>')}</div>`,
      'https://a.example/manual/frob.html',
      'frob(1)',
    )
    for (const part of ['frobnicate things', 'See Also', 'mv']) expect(text).toContain(part)
  })

  test('a page that asks to sign in is its form; a long page with one is not', () => {
    const form =
      '<div id="login-form" class="login"><form action="/login"><label for="u">User name</label><input id="u"><label>Password<input type="password"></label></form></div>'
    expect(read(`<h1>House</h1><nav>${links(3)}</nav>${form}`, 'https://a.example/login').text).toContain(
      'User name',
    )
    expect(read(`<h1>Ice</h1>${paragraphs(20)}${form}`).text).not.toContain('User name')
  })

  test('a line that asks for scripts is none of a page that they have built', () => {
    const { text } = read(
      '<noscript>You need to enable JavaScript.</noscript><h1>Log in</h1><p>to your account</p>',
    )
    expect(text).not.toContain('JavaScript')
  })
})
