import { parseHtml } from '@gleaner/markup'
import { describe, expect, test } from '@jest/globals'
import { readMetadata } from './read-metadata.ts'
import { stripSite } from './title.ts'

const URL_OF_PAGE = 'https://news.example/stories/anvils'

function read(html: string, url = URL_OF_PAGE, headers: Record<string, string> = {}) {
  return readMetadata(parseHtml(html), { url, headers })
}

describe('readMetadata', () => {
  test('tells what the head of a page declares', () => {
    expect(
      read(`<html lang="en_gb"><head><title>Anvils are back | Example News</title>
        <meta name="description" content=" All about  anvils. "><meta name="keywords" content="anvil, iron, anvil">
        <meta property="og:site_name" content="Example News"><meta property="og:type" content="article"><meta property="og:image" content="/a.jpg">
        <meta name="author" content="By Ada Smith"><meta name="robots" content="index,follow">
        <meta property="article:published_time" content="2023-11-06T10:00:00+01:00"><meta property="article:modified_time" content="2023-11-07">
        <link rel="canonical" href="/stories/anvils"><link rel="icon" href="/i16.png" sizes="16x16"><link rel="icon" href="/i32.png" sizes="32x32">
        <link rel="alternate" type="application/rss+xml" href="/feed" title="All stories"><link rel="alternate" hreflang="de" href="https://de.news.example/"></head>
        <body><h1>Anvils are back</h1></body></html>`),
    ).toEqual({
      title: 'Anvils are back',
      author: 'Ada Smith',
      published_at: '2023-11-06T10:00:00+01:00',
      modified_at: '2023-11-07',
      description: 'All about anvils.',
      keywords: ['anvil', 'iron'],
      language: 'en-GB',
      canonical_url: URL_OF_PAGE,
      site_name: 'Example News',
      image: 'https://news.example/a.jpg',
      favicon: 'https://news.example/i32.png',
      type: 'article',
      robots: 'index,follow',
      feeds: [{ url: 'https://news.example/feed', type: 'application/rss+xml', title: 'All stories' }],
      alternates: [{ url: 'https://de.news.example/', hreflang: 'de' }],
    })
  })

  test('leaves absent what a page does not tell', () => {
    expect(read('<p>Hello</p>')).toEqual({})
  })

  test('reads language and robots from the headers when the page is silent', () => {
    expect(
      read('<p>Hello</p>', URL_OF_PAGE, { 'Content-Language': 'fr', 'X-Robots-Tag': 'noindex' }),
    ).toEqual({ language: 'fr', robots: 'noindex' })
  })
})

describe('the title', () => {
  test('is the heading that the page title begins with, not the one that it ends with', () => {
    const title = '<title>Forge 1.0 release notes - Forge 3.2 documentation</title>'
    const logo = '<h1><a href="../index.html">Forge 3.2 documentation</a></h1>'
    expect(read(`${title}${logo}<h1>Forge 1.0 release notes</h1>`).title).toBe('Forge 1.0 release notes')
  })

  test.each([
    [
      'a book over its chapter',
      '<title>Registers - The Abacus Book</title><div><h1>The Abacus Book</h1></div><main><h1>Registers</h1><p>Beads.</p></main>',
      'Registers',
    ],
    [
      'a manual with its version, in another case',
      '<title>Beads | Abacus v1.2.0 Documentation</title><header><h1>Abacus v1.2.0 documentation</h1></header><h2>Beads<a href="#b">#</a></h2>',
      'Beads',
    ],
    [
      'a site that the title begins with',
      '<title>Abacus 10 (10.1.6) - Wires How-To</title><header><h1>Abacus 10</h1></header><h2>Wires How-To</h2><h3>Content</h3>',
      'Wires How-To',
    ],
    [
      'but not the section of an article',
      '<title>Wires - Columns</title><h1>Wires</h1><p>All of them.</p><h2>Columns</h2>',
      'Wires',
    ],
  ])('is not the name of the site: %s', (_, page, title) => {
    expect(read(page).title).toBe(title)
  })

  test('is the heading of a wiki page that its file name begins, not the link to the wiki', () => {
    const title = '<title>anvils [Forge Wiki]</title>'
    const logo = '<div><h1><a href="/doku.php?id=start">Forge Wiki</a></h1></div>'
    expect(
      read(`${title}${logo}<h1>Iron Anvils</h1>`, 'https://forge.example/doku.php?id=anvils').title,
    ).toBe('Iron Anvils')
  })

  test.each([
    ['anvils [Forge Wiki]', '<h2>Iron</h2><p>Heavy.</p>', 'anvils'],
    ['anvils [Forge Wiki]', '<h1>What smiths use</h1><p>Heavy.</p>', 'anvils'],
    ['Anvils - Forge Wiki', '<p>Heavy.</p>', 'Anvils'],
  ])('of %j is not the logo, which links to the start page of a wiki, above %s', (title, body, expected) => {
    const page = `<title>${title}</title><h1><a href="/doku.php?id=start"><img alt=""> Forge Wiki</a></h1>${body}`
    expect(read(page, 'https://smithy.example/doku.php?id=anvils').title).toBe(expected)
  })

  test('is a link to the page that it is about where the title says nothing else', () => {
    const page = '<title>Anvils</title><h1><a href="/wiki/anvils">Anvils</a></h1><p>Heavy.</p>'
    expect(read(page, 'https://smithy.example/wiki?id=7').title).toBe('Anvils')
  })

  test('is the heading that links to the page itself, also where the title ends with it', () => {
    const page =
      '<title>Forge - View topic - Anvils for sale</title><h1><a href="/topic?id=7&visit=x1">Anvils for sale</a></h1>'
    expect(read(page, 'https://smithy.example/topic?id=7').title).toBe('Anvils for sale')
  })

  test('goes on where the line of a heading does', () => {
    const page =
      '<title>Forge of Ann Holm: Timeline</title><div><h1>Forge of Ann Holm</h1>Timeline</div><p>Today</p>'
    expect(read(page, 'https://smithy.example/timeline').title).toBe('Forge of Ann Holm: Timeline')
  })

  test('is a heading of three letters that the page title begins with', () => {
    expect(read('<title>Git - Forge Wiki</title><h1>Git</h1>', 'https://smithy.example/w/Git').title).toBe(
      'Git',
    )
  })

  test('leaves out the link that a heading carries to itself', () => {
    expect(
      read(
        '<title>Iron anvils &#8212; Forge 1.2 documentation</title><h1>Iron anvils<a class="headerlink" href="#iron">¶</a></h1>',
      ).title,
    ).toBe('Iron anvils')
  })

  test('is the heading that the page title repeats, not the logo', () => {
    expect(
      read(
        '<title>Anvils are back - Example</title><header><h1>Example</h1></header><main><h1>Anvils are back</h1></main>',
      ).title,
    ).toBe('Anvils are back')
  })

  test.each([
    ['Anvils are back | Example News', 'Example News', 'Anvils are back'],
    ['Example News: Anvils - and hammers', 'Example News', 'Example News: Anvils - and hammers'],
    ['News.example - Anvils are back', undefined, 'Anvils are back'],
    ['Iron – an anvil’s story – Example', 'Example', 'Iron – an anvil’s story'],
    ['Example', 'Example', 'Example'],
  ])('of %j on %j is %j', (title, site, stripped) => {
    expect(stripSite(title, site, URL_OF_PAGE)).toBe(stripped)
  })

  test('is the only heading of an article, whatever its tags say', () => {
    const tags = '<title>10 anvils | Example</title><meta property="og:type" content="article">'
    expect(read(`${tags}<article><h1>What smiths use</h1></article>`).title).toBe('What smiths use')
  })

  test('is not the heading that leads to the front page', () => {
    const page = '<title>Example News Anvils</title><h1><a href="/">Example News</a></h1><h2>Anvils</h2>'
    expect(read(page).title).toBe('Example News Anvils')
  })

  test('of an offered service is that of its head', () => {
    const page = '<title>Anvil repair in Leipzig | Example</title><h1>Repair</h1>'
    expect(read(page, 'https://example.org/services/repair').title).toBe('Anvil repair in Leipzig')
  })
})

describe('the author', () => {
  test.each([
    ['<p class="byline">By <b>Ada Smith</b> | 6 Nov 2023</p>', 'Ada Smith'],
    [
      '<div><span>Written by</span><a href="/x">Ada Smith</a>, <a href="/y">Bob Jones</a></div>',
      'Ada Smith, Bob Jones',
    ],
    ['<div><span>By</span> <a>Ada Smith</a><span>and</span><a>Bob Jones</a></div>', 'Ada Smith, Bob Jones'],
    ['<p>Von Ada Schmidt</p>', 'Ada Schmidt'],
    ['<p>By ada1815 on 6 Nov 2023</p>', 'ada1815'],
    ['<p>By de Vries, Ada</p>', 'de Vries, Ada'],
    ['<a rel="author" href="/team/ada">Ada Smith</a>', 'Ada Smith'],
    ['<p itemprop="author">Ada Smith, senior reporter</p>', 'Ada Smith'],
    ['<p>6 Nov 2023 <b>·</b> By Ada Smith</p>', 'Ada Smith'],
    ['<div id="byline">posted on <time>2023-11-06</time> by Ada Smith</div>', 'Ada Smith'],
    ['<span class="posted">Posted by Ada at November 6, 2023 11:15 AM</span>', 'Ada'],
    ['<div class="author__name">Ada Smith<div>Founder at Anvils</div></div>', 'Ada Smith'],
    ['<p>Text.</p><footer><a href="/author/ada">Ada Smith</a></footer>', 'Ada Smith'],
    ['<p>By <b>Ada Smith and Bob Jones, dpa</b></p>', 'Ada Smith, Bob Jones'],
    [
      '<p>By</p><a><b class="author-name">Ada Smith</b></a><a><b class="author-name">Bob Jones</b></a>',
      'Ada Smith, Bob Jones',
    ],
    ['<div class="byline">1 day ago Share<p class="author-name">Ada Smith</p></div>', 'Ada Smith'],
    [`${'<i></i>'.repeat(200)}<p class="byline">Ada Smith</p><p class="byline">Ada Smith</p>`, 'Ada Smith'],
  ])('is read from the byline %s', (byline, author) => {
    expect(read(`<article><h1>Anvils are back</h1>${byline}<p>Text.</p></article>`).author).toBe(author)
  })

  test.each([
    '<p>The plan <a>was made</a> by officials of the city.</p>',
    '<p class="author-box">Share this</p>',
    '<footer>By Example Ltd</footer>',
    '<p>By default, the command shows the name of each file.</p>',
    '<p>By default <code>forge</code> is quiet.</p>',
    '<p>Written by</p><p>and</p>',
    '<p class="byline">in <a href="/anvils">Anvils</a></p>',
    `${'<i></i>'.repeat(200)}<p class="byline">Ada Smith</p><p class="byline">Bob Jones</p>`,
    '<p class="authors"><a href="/contributors">Contributors</a></p>',
  ])('is not found in %s', (html) => {
    expect(read(`<article><h1>Anvils are back</h1>${html}</article>`).author).toBeUndefined()
  })

  test.each([
    ['phpBB', '<div class="inner"><dl class="postprofile"><dt><a class="username">anvil_7</a></dt></dl>'],
    ['XenForo', '<ul><li><a class="username u-concealed">anvil_7</a></li></ul>'],
    ['vBulletin', '<td class="alt2"><a class="bigusername" href="m.php?u=7">anvil_7</a>'],
  ])('of a thread of %s is who began it', (_software, post) => {
    const thread = `<h1>Which anvil?</h1>${post}<p>Text.</p>${post.replace('anvil_7', 'other_8')}`
    expect(read(thread, 'https://forum.example/viewtopic.php?t=1').author).toBe('anvil_7')
  })

  test('of a thread that stands in a noscript is who began it', () => {
    const post = (name: string) =>
      `<div class="crawler-post"><span class="creator" itemprop="author" itemscope><a><span itemprop="name">${name}</span></a></span><p>Text.</p></div>`
    const page = `<title>Which anvil? - Tools - Example Forum</title><noscript data-path="/t/1"><h1><a href="/t/anvil/1">Which anvil?</a></h1>${post('anvil_7')}${post('other_8')}</noscript>`
    const { author, title } = read(page, 'https://forum.example/t/anvil/1')
    expect({ author, title }).toEqual({ author: 'anvil_7', title: 'Which anvil?' })
  })

  test.each([
    [
      'citation tags name them all',
      ['citation_author:Ada Smith', 'citation_author:Bob Jones', 'author:Ada Smith'],
    ],
    ['one tag lists them', ['author:Ada Smith, Bob Jones']],
  ])('are all authors when %s', (_how, metas) => {
    const tags = metas.map((meta) => `<meta name="${meta.split(':')[0]}" content="${meta.split(':')[1]}">`)
    expect(read(`${tags.join('')}<h1>Anvils</h1>`).author).toBe('Ada Smith, Bob Jones')
  })

  test('is the person, not the agency named beside', () => {
    const authors = ['Ada Smith', 'The Associated Press'].map((name) => ({ '@type': 'Person', name }))
    const item = JSON.stringify({ '@type': 'NewsArticle', headline: 'Anvils', author: authors })
    expect(read(`<script type="application/ld+json">${item}</script><h1>Anvils</h1>`).author).toBe(
      'Ada Smith',
    )
  })

  test('of a list of things is nobody', () => {
    const item = '<script type="application/ld+json">{"@type":"CollectionPage","name":"Anvils"}</script>'
    expect(read(`<meta name="author" content="Example Press">${item}<h1>Anvils</h1>`).author).toBeUndefined()
  })

  test.each([
    ['<p><span>Ada Smith</span> <span>6 November 2023</span></p>', 'Ada Smith'],
    [
      '<p><b>Ada Smith</b>, <b>John Roe</b> and <b>Eve van Dyk</b></p><time datetime="2023-11-06">Mon</time><p>6 November 2023</p>',
      'Ada Smith, John Roe, Eve van Dyk',
    ],
    ['<p><span>World News</span> <span>6 November 2023</span></p>', undefined],
    ['<nav><a>Iron Trade</a></nav><p><a>Iron Trade</a> <span>6 November 2023</span></p>', undefined],
    ['<p>By <a>ada smith</a> 6 November 2023</p>', 'ada smith'],
    ['<p><span>Kommentar von</span> <a>Ada Smith</a></p>', 'Ada Smith'],
    ['<p>Mon, 11/6/2023 - by <a>Ada Smith</a></p>', 'Ada Smith'],
    ['<footer>By <a>Ada Smith</a></footer>', 'Ada Smith'],
    ['<p>By Ada Smith/Iron News</p>', 'Ada Smith'],
    ['<p>By Ada Smith Forge Daily 8:42 a.m.</p>', 'Ada Smith'],
    ['<p>By Ada Smith, for forgedaily, from Kent</p>', 'Ada Smith'],
    ['<p>By Ada Smith, Chief Political Correspondent</p>', 'Ada Smith'],
    ['<p>Author Ada, from Kent, said she forges at night.</p>', undefined],
  ])('is read from %s', (byline, author) => {
    const page = `<main><h1>Anvils are back</h1>${byline}<p>${'Iron is forged again. '.repeat(20)}</p></main>`
    expect(read(page, 'https://www.forgedaily.example/stories/anvils').author).toBe(author)
  })

  test.each([
    ['Ada Smith', '<p>By Ada Smith and John Roe</p>', 'Ada Smith, John Roe'],
    ['Ada Smith', '<p>By Ada Smith, Iron Press</p>', 'Ada Smith'],
    ['Ada Smith', '<p>By John Roe</p>', 'Ada Smith'],
    ['Iron Press Agency', '<p>By John Roe</p>', 'John Roe'],
    ['Iron Press Agency', '', 'Iron Press Agency'],
  ])('of %s by markup and %s is %s', (declared, byline, author) => {
    const markup = `<script type="application/ld+json">{"@type":"NewsArticle","headline":"Anvils","author":{"@type":"Person","name":"${declared}"}}</script>`
    expect(read(`${markup}<article><h1>Anvils</h1>${byline}</article>`).author).toBe(author)
  })

  test('is the person of the byline when the markup only repeats the site', () => {
    const markup =
      '<script type="application/ld+json">{"@type":"NewsArticle","headline":"Anvils","author":{"@type":"Organization","name":"Example News"}}</script>'
    const site = '<meta property="og:site_name" content="Example News">'
    expect(read(`${site}${markup}<article><h1>Anvils</h1><p>By Ada Smith</p></article>`).author).toBe(
      'Ada Smith',
    )
    expect(read(`${site}${markup}<article><h1>Anvils</h1></article>`).author).toBeUndefined()
  })
})

test('a title has no characters that nobody sees', () => {
  expect(read('<title>An\u00advils</title><h1>An\u00advils\u200b</h1>').title).toBe('Anvils')
})

describe('the dates', () => {
  test.each([
    ['<p class="date">Published on 6 November 2023</p>', { published_at: '2023-11-06' }],
    ['<time datetime="2023-11-06T10:00Z">yesterday</time>', { published_at: '2023-11-06T10:00:00Z' }],
    [
      '<p>Published: 1 May 2020 · Updated: 6 November 2023</p>',
      { published_at: '2020-05-01', modified_at: '2023-11-06' },
    ],
    [
      '<p><span>Updated on</span> <span>November 6, 2023</span></p>',
      { published_at: '2023-11-06', modified_at: '2023-11-06' },
    ],
    [
      '<p>Updated: <time class="t">6 November 2023</time> · Published: <time class="t">1 May 2020</time></p>',
      { published_at: '2020-05-01', modified_at: '2023-11-06' },
    ],
    [
      '<p><time class="published updated" datetime="2019-09-03">6 November 2023</time></p>',
      { published_at: '2023-11-06' },
    ],
    ['<figure><img><figcaption>The forge on 1 May 2020</figcaption></figure>', {}],
    [`${'<p>Text</p>'.repeat(250)}<p>6 November 2023</p>`, { published_at: '2023-11-06' }],
    ['<footer>© 2019 Example, since 6 November 2001</footer>', {}],
  ])('are read from %s', (html, dates) => {
    const { published_at, modified_at } = read(`<article><h1>Anvils are back</h1>${html}</article>`)
    expect({ ...(published_at ? { published_at } : {}), ...(modified_at ? { modified_at } : {}) }).toEqual(
      dates,
    )
  })

  test.each([
    ['', 'com', '2023-04-03'],
    ['<p>25/12/2022</p>', 'com', '2023-03-04'],
    ['', 'gr', '2023-03-04'],
    ['<p>12/25/2022</p>', 'gr', '2023-04-03'],
  ])(
    'are written as the others of the page, or as in the country of its domain: %s %s',
    (other, domain, date) => {
      const page = `<article><h1>Anvils are back</h1><p>04/03/2023</p><footer>${other}</footer></article>`
      expect(read(page, `https://news.example.${domain}/stories/anvils`).published_at).toBe(date)
    },
  )

  test.each(['1970-01-01T00:00:00Z', '2099-01-01'])(
    'are not those of a template without a date: %s',
    (declared) => {
      const tag = `<meta property="article:published_time" content="${declared}">`
      expect(read(`${tag}<h1>Anvils</h1><p>Published on 6 November 2023</p>`).published_at).toBe('2023-11-06')
    },
  )

  test('are not those of comments that stand nearer to the headline than a signature with a date', () => {
    const signature = '<p>Our own report by the desk of metals | 6 November 2023, 09:22</p>'
    const comment = '<div class="commentSign">8 November 2023, 10:15</div>'
    expect(read(`<div><h1>Anvils</h1>${signature}${comment}</div>`).published_at).toBe('2023-11-06T09:22:00')
  })

  test('are not those of teasers', () => {
    const teasers = [5, 6, 7].map((day) => `<p><a>Story</a></p><time class="when">2023-11-0${day}</time>`)
    const text = '<p>Text.</p>'.repeat(50)
    expect(
      read(`<main><h1>Anvils for sale</h1>${text}${teasers.join('')}</main>`).published_at,
    ).toBeUndefined()
  })

  test('of a page of a manual do not make its last change its publication', () => {
    const page = '<article><h1>Forging</h1><p>Last updated on 6 November 2023</p></article>'
    const { published_at, modified_at } = read(page, 'https://docs.example/forging')
    expect({ published_at, modified_at }).toEqual({ published_at: undefined, modified_at: '2023-11-06' })
  })

  test('of a thread are those of its first post, not of its members', () => {
    const post = (day: number) =>
      `<div><p>» ${day} Nov 2023, 10:15</p><p>Text.</p><dl><dt><b>Joined:</b> 4 Jul 2012, 12:16</dt></dl></div>`
    const page = `<dl><dt><b>Joined:</b> 4 Jul 2012, 12:16</dt></dl><h1>Which anvil?</h1>${[6, 7, 8].map(post).join('')}`
    expect(read(page, 'https://forum.example/viewtopic.php?t=1').published_at).toBe('2023-11-06T10:15:00')
  })

  test('keep the offset that the page writes beside its headline', () => {
    const tag = '<meta property="article:published_time" content="2023-11-07T03:05:00Z">'
    const shown = '<time datetime="2023-11-06T22:05:00-05:00">November 6, 2023</time>'
    expect(read(`${tag}<h1>Anvils</h1>${shown}`).published_at).toBe('2023-11-06T22:05:00-05:00')
    expect(read(`${tag}<h1>Anvils</h1>`).published_at).toBe('2023-11-07T03:05:00Z')
  })

  test('are read from the address when the page shows none', () => {
    expect(read('<h1>Anvils</h1>', 'https://news.example/2023/11/06/anvils').published_at).toBe('2023-11-06')
  })

  test('of a product page are none', () => {
    const product = '<script type="application/ld+json">{"@type":"Product","name":"Anvil"}</script>'
    expect(read(`${product}<h1>Anvil</h1><p class="date">6 November 2023</p>`).published_at).toBeUndefined()
  })
})
