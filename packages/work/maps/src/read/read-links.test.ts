import { describe, expect, test } from '@jest/globals'
import { MAX_PAGE_BYTES, readLinks } from './read-links.ts'

const PAGE = 'https://example.com/a/b'
const read = (html: string, type = 'text/html; charset=utf-8') => readLinks(Buffer.from(html), type, PAGE)
const urls = (html: string) => read(html).links.map(({ url }) => url)

describe('links of a page', () => {
  test.each([
    ['<a href="c">', 'https://example.com/a/c'],
    ['<a href=/c>', 'https://example.com/c'],
    ['<A HREF="?q=1&amp;r=2#x">', 'https://example.com/a/b?q=1&r=2'],
    ['<base href="/z/"><a href="c">', 'https://example.com/z/c'],
    ['<area href="//other.example/x">', 'https://other.example/x'],
    ['<frame src="f.html">', 'https://example.com/a/f.html'],
    ['<link rel="next" href="/2">', 'https://example.com/2'],
    ['<meta http-equiv="Refresh" content="0; url=/de/">', 'https://example.com/de/'],
  ])('%s', (html, url) => expect(urls(html)).toEqual([url]))

  test.each([
    '<a href="#top">',
    '<a href="javascript:go()">',
    '<a href="mailto:a@example.com">',
    '<a href="http://">',
    '<a href="https://user:pw@example.com/">',
    '<a name="x">',
    '<!-- <a href="/c"> -->',
    '<script>"<a href=/c>"</script>',
    '<link rel="stylesheet" href="/s.css">',
  ])('%s is none', (html) => expect(urls(html)).toEqual([]))

  test('come with their texts, the page with its title and description', () => {
    const page = read(
      '<title>A &amp; B</title><meta property="og:description" content="social"><meta name="Description" content=" what\n it is "><a href="/c"> All <b>of</b>\n it </a><a href="/d"><img alt="A picture"></a>',
    )
    expect(page).toEqual({
      title: 'A & B',
      description: 'what it is',
      links: [
        { url: 'https://example.com/c', text: 'All of it' },
        { url: 'https://example.com/d', text: 'A picture' },
      ],
    })
  })

  test('are read in the encoding of the page', () => {
    const bytes = Buffer.from('<a href="/c">caf\xe9</a>', 'latin1')
    expect(readLinks(bytes, 'text/html; charset=iso-8859-1', PAGE).links[0]!.text).toBe('café')
  })

  test.each(['<', '<a ', '<a href="', '<a href=x>', '<!--', '<title>', '&amp;', '<a href="/'])(
    'of a page that is %j over and over are bounded',
    (piece) => {
      const html = piece.repeat(Math.ceil((2 * MAX_PAGE_BYTES) / piece.length))
      expect(read(html).links.length).toBeLessThanOrEqual(20_000)
    },
  )
})
