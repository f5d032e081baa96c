import { parseHtml, visibleText } from '@gleaner/markup'
import { describe, expect, test } from '@jest/globals'
import { chooseMainContent } from './choose-main-content.ts'

const PLACE = 'https://club.example/x/y'

/** What three people wrote; the last is too short to look like running text. */
const WRITTEN = [
  'The pump stops after ten minutes, and then it has to cool down. What can I do about it?',
  'That is the thermal switch, which opens when the coil is hot. Look at the bearing first.',
  'Will do!',
]

interface Look {
  post: (body: string, n: number) => string
  around?: string
}

const page = ({ post, around = '' }: Look) => `<title>Pump stops - The pump club</title>
  <div class="top"><a href="/">Home</a> <a href="/new">New posts</a></div>${around}
  <h2>Pump stops</h2><div class="list">${WRITTEN.map(post).join('')}</div>
  <div class="bottom"><h3>Other threads</h3><p>A pump in winter, and what became of it in the end.</p></div>`

const read = (html: string, url = PLACE) => {
  const { root, pageType } = chooseMainContent(parseHtml(html), url)
  return { text: visibleText(root), pageType }
}

/** A name beside the post, as old software has it, or a line above it. */
const LOOKS: Record<string, Look> = {
  'with a panel beside each post': {
    post: (
      body,
      n,
    ) => `<div class="row" id="p${n}"><dl class="panel"><dt><a href="/member/${n}">Ann${n}</a></dt>
      <dd>Master plumber</dd><dd>Joined: May 2009</dd><dd>Posts: 1,204</dd></dl>
      <div class="right"><div class="when">3 March 2021, 12:0${n}</div><div class="said">${body}</div>
      <div class="sign">Measure twice, cut once, and keep the receipt.</div>
      <ul><li><a href="#">Like</a></li><li><a href="#">Report</a></li></ul></div></div>`,
  },
  'with a line above each post': {
    post: (
      body,
      n,
    ) => `<article id="c${n}a"><header><b class="author">Ann${n}</b> <time>2021-03-0${n + 1}</time>
      <a href="#c${n}a">Quote</a></header><section class="body${n} text">${body}</section></article>`,
  },
  'named like what surrounds posts': {
    post: (
      body,
      n,
    ) => `<li class="item poll-post"><b class="author">Ann${n}</b> <time>2021-03-0${n + 1}</time>
      <div class="message-userContent"><div class="text">${body}</div></div></li>`,
  },
  'with a line below each post': {
    post: (body, n) => `<div class="c"><p class="said">${body}</p>
      <div class="by">Ann${n} (<a href="/users/${n}">Ann${n}</a>), ${n + 2} days ago</div></div>`,
  },
}

describe('repeated posts with authors and dates', () => {
  test.each(Object.entries(LOOKS))('are a thread of which every post stays, %s', (_, look) => {
    const { text, pageType } = read(page(look))
    expect(pageType).toBe('forum')
    for (const body of WRITTEN) expect(text).toContain(body)
    for (const author of ['Ann0', 'Ann1', 'Ann2']) expect(text).toContain(author)
  })

  test('lose what a forum shows around them', () => {
    const { text } = read(page(LOOKS['with a panel beside each post']!))
    expect(text).toContain('3 March 2021, 12:01')
    for (const piece of [
      'Master plumber',
      'Joined',
      '1,204',
      'Measure twice',
      'Report',
      'in winter',
      'New posts',
    ])
      expect(text).not.toContain(piece)
    expect(read(page(LOOKS['with a line above each post']!)).text).not.toContain('Quote')
  })

  test('keep the author whose box is named like what surrounds posts, and the date of the post', () => {
    const look: Look = {
      post: (body, n) => `<li><div class="when">03-0${n + 1}-2021, 12:00</div><div class="user-info">
        <a class="menu" href="/members/${n}">View profile</a> <div><a class="name" href="/members/${n}">Ann${n}</a> <i>Plumber</i></div>
        <span class="joined">May 2009</span></div><div class="said">${body}</div></li>`,
    }
    const { text } = read(page(look))
    for (const piece of ['Ann1', '03-02-2021']) expect(text).toContain(piece)
    for (const piece of ['View profile', 'Plumber', '2009']) expect(text).not.toContain(piece)
  })

  test('lose the exact days on which most writers joined', () => {
    const posts = Array.from(
      { length: 8 },
      (_, n) => `<div class="post"><dl class="profile"><dt><a href="/member/${n}">Ann${n}</a></dt>
      ${n === 1 ? '' : `<dd>Joined: Oct ${n + 4}, 2009</dd>`}</dl><div class="postbody"><ul><li><a href="#">Reply with quote</a></li></ul>
      <p class="author">by <b>Ann${n}</b> » 3 March 2021, 12:0${n}</p><div class="content">${n}: ${WRITTEN[n % 2]}</div></div></div>`,
    )
    const { text } = read(
      `<title>Pump stops - The pump club</title><h2>Pump stops</h2><div>${posts.join('')}</div>`,
    )
    for (const piece of ['0: The pump', '7: That is', '12:07']) expect(text).toContain(piece)
    for (const piece of ['Joined', 'with quote']) expect(text).not.toContain(piece)
  })

  test('lose a signature that is longer than the post above it', () => {
    const look: Look = {
      post: (
        body,
        n,
      ) => `<div class="c"><b class="author">Ann${n}</b> <time>2021-03-0${n + 1}</time><div class="said">${body}
        ${n === 2 ? '<div class="signature">Measure twice, cut once, and keep it.</div>' : ''}</div></div>`,
    }
    const { text } = read(page(look))
    expect(text).toContain('Will do!')
    expect(text).not.toContain('Measure')
  })

  test('do not say what they quote once more', () => {
    const look: Look = {
      post: (
        body,
        n,
      ) => `<div class="c"><b class="author">Ann${n}</b> <time>2021-03-0${n + 1}</time><div class="said">
        ${n === 1 ? `<div><i>Ann0 wrote:</i> ${WRITTEN[0]}</div>` : ''}${body}<div>${n < 2 ? 'Thanks' : 'Thanks!'}</div></div></div>`,
    }
    const { text } = read(page(look))
    expect(text.split(WRITTEN[0]!)).toHaveLength(2)
    expect(text).not.toContain('wrote')
    expect(text.split('Thanks')).toHaveLength(4)
  })

  test('keep the post of another kind that a thread begins with', () => {
    const question = `<div class="question"><p>${'My well has run dry, and nobody knows why. '.repeat(4)}</p></div>`
    const html = page(LOOKS['with a line above each post']!).replace('</h2>', `</h2>${question}`)
    expect(read(html).text).toContain('run dry')
  })

  test.each([
    ['a guest', (n: number) => `<i>Guest</i> <time>2021-03-0${n + 1}</time>`, 'forum'],
    [
      'teasers',
      (n: number) =>
        `<p><a href="/${n}">A title that is longer than a name ${n}</a></p><time>2021-03-0${n + 1}</time>`,
      'article',
    ],
  ])('are told by their number when nobody is named: %s', (_, head, type) => {
    const boxes = WRITTEN.slice(0, 2).flatMap((body) =>
      [1, 2, 3].map((n) => `${body} It happened ${n} times.`),
    )
    const posts = boxes.map((body, n) => `<div class="c">${head(n)}<div class="said">${body}</div></div>`)
    expect(
      read(
        `<title>Pump stops</title><h1>Pump stops</h1>${posts.join('')}`,
        `${PLACE}/pump-stops-after-a-while.html`,
      ).pageType,
    ).toBe(type)
  })

  test('are a list of articles when headings between them lead to other pages', () => {
    const look: Look = {
      post: (body, n) => `<h3><a href="/2021/${n}">A title that is longer than a name ${n}</a></h3>
        <div class="by"><a href="/author/ann">Ann</a> <time>2021-03-0${n + 1}</time></div><div class="said">${body}</div>`,
    }
    expect(read(page(look)).pageType).not.toBe('forum')
  })
})
