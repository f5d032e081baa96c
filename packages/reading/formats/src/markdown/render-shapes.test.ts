import { parseHtml } from '@gleaner/markup'
import { describe, expect, test } from '@jest/globals'
import { readBlocks } from '../read-blocks.ts'
import { renderMarkdown } from './render-markdown.ts'

const shown = (html: string) => renderMarkdown(readBlocks(parseHtml(html), 'https://example.com/a')).markdown

describe('tables that frame something', () => {
  test.each([
    [
      'an indented example',
      '<table><tr><td>&nbsp;</td><td><pre>a\n b</pre></td></tr></table>',
      '```\na\n b\n```',
    ],
    [
      'an example in a list of blank cells',
      '<table><tr><td width="5"></td><td><p>Text.</p></td><td><br></td></tr></table>',
      'Text.',
    ],
    [
      'code beside words',
      '<table><tr><td>Then list the files:</td><td><pre>ls</pre></td></tr></table>',
      'Then list the files:\n\n```\nls\n```',
    ],
    [
      'rows of values stay a table',
      '<table><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table>',
      '|  |  |\n| --- | --- |\n| a | 1 |\n| b | 2 |',
    ],
  ])('%s', (_, html, markdown) => {
    expect(shown(html)).toBe(markdown)
  })
})

describe('a table in a table', () => {
  const inner = '<table><tr><td>x</td><td>y</td></tr></table>'

  test('of rows and columns is in its cell', () => {
    expect(shown(`<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>${inner}</td></tr></table>`)).toBe(
      '| A | B |\n| --- | --- |\n| 1 | x, y |',
    )
  })

  test('that arranges the page stands for itself', () => {
    expect(shown(`<table><tr><td><p>Text.</p>${inner}</td></tr></table>`)).toBe(
      'Text.\n\n|  |  |\n| --- | --- |\n| x | y |',
    )
  })
})

test.each([
  ['<ol><li value="3">c<li>d<li value="10">j</ol>', '3. c\n4. d\n\n10) j'],
  ['<ol reversed><li>c<li>b<li>a</ol>', '3. c\n\n2) b\n\n1. a'],
  ['<ol reversed start="9"><li>i<li>h</ol>', '9. i\n\n8) h'],
  ['<ol start="0"><li>z</ol>', '0. z'],
  ['<ol><li value="-4">a<li value="x">b</ol>', '1. a\n2. b'],
  ['<ul><li value="7">a</ul>', '- a'],
])('numbers of items are those of the page: %s', (html, markdown) => {
  expect(shown(html)).toBe(markdown)
})

describe('players', () => {
  const youtube = 'https://www.youtube.com/embed/abc123'

  test.each([
    [
      `<iframe src="${youtube}"></iframe><iframe src="https://player.vimeo.com/video/7" title="T"></iframe>`,
      '[YouTube video](https://www.youtube.com/watch?v=abc123)\n\n[T](https://vimeo.com/7)',
    ],
    [
      '<lite-youtube videoid="abc123" playlabel="Play: T"></lite-youtube>',
      '[Play: T](https://www.youtube.com/watch?v=abc123)',
    ],
    [
      '<object data="https://www.youtube.com/v/abc123"><p>No Flash.</p></object>',
      '[YouTube video](https://www.youtube.com/watch?v=abc123)',
    ],
    ['<object data="a.swf"><p>No Flash.</p></object>', 'No Flash.'],
    [
      `<p>See <iframe src="${youtube}"></iframe> now.</p>`,
      'See [YouTube video](https://www.youtube.com/watch?v=abc123) now.',
    ],
    [
      '<video src="v.mp4"></video><audio src="a.mp3"></audio>',
      '[Video](https://example.com/v.mp4)\n\n[Audio](https://example.com/a.mp3)',
    ],
    ['<iframe src="https://ads.example/x"></iframe>', ''],
  ])('%s', (html, markdown) => {
    expect(shown(html)).toBe(markdown)
  })
})
