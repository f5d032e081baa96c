import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parse } from 'parse5'
import { type Document, ELEMENT, MAX_DEPTH, type Node } from './node.ts'
import { MAX_NODES, parseFragment, parseHtml } from './parse.ts'
import { findAll, findFirst } from './query.ts'
import { serialize } from './serialize.ts'
import { textContent } from './text.ts'
import { createTreeAdapter } from './tree-adapter.ts'

describe('parseHtml', () => {
  test.each([
    ['<p>a<p>b', '<p>a</p><p>b</p>'],
    ['<b>1<i>2</b>3</i>', '<b>1<i>2</i></b><i>3</i>'],
    ['<table>x<tr><td>y', 'x<table><tbody><tr><td>y</td></tr></tbody></table>'],
    ['<ul><li>a<li>b</ul>', '<ul><li>a</li><li>b</li></ul>'],
    ['<a href=1>x<a href=2>y', '<a href="1">x</a><a href="2">y</a>'],
    ['a &amp; b &nbsp;&#x41;&notit;', 'a &amp; b &nbsp;A¬it;'],
    ['<svg><title>t</title><circle/></svg>x', '<svg><title>t</title><circle></circle></svg>x'],
    ['<template><p>in</template>', '<template><p>in</p></template>'],
    [
      '<noscript><iframe src=a style=b /></noscript><p>c</p>',
      '<noscript><iframe src="a" style="b"></iframe></noscript><p>c</p>',
    ],
    [
      '<noscript><iframe src=a></iframe></noscript><p>c</p>',
      '<noscript><iframe src="a"></iframe></noscript><p>c</p>',
    ],
    ['<noscript><img src=a></noscript>', '<noscript><img src="a"></noscript>'],
    [
      '<p id=1 id=2 hidden>a</p><p title="&lt;" lang=a/b>b',
      '<p id="1" hidden="">a</p><p title="&lt;" lang="a/b">b</p>',
    ],
    [`<p a = '1' b= "2"/><i c='"'/>d</i>`, `<p a="1" b="2"><i c="&quot;">d</i></p>`],
    ['<P Id="1">a</P ><hq x_y:z="1">b</hq>', '<p id="1">a</p><hq x_y:z="1">b</hq>'],
    ['<p title="a', ''],
    ['one\r\ntwo\rthree', 'one\ntwo\nthree'],
  ])('builds the tree a browser builds of %s', (source, body) => {
    expect(bodyOf(parseHtml(`<body>${source}`))).toBe(body)
  })

  test('keeps scripts as they are written', () => {
    const source = 'if (a < b && c > d) { x = "<p>" } // <!-- no comment'
    const document = parseHtml(`<script>${source}</script><p>after`)
    expect(textContent(findFirst(document, 'script')!)).toBe(source)
    expect(findFirst(document, 'p')).toBeDefined()
  })

  test('gives attributes that no prototype stands behind', () => {
    const { attrs } = findFirst(parseHtml('<p __proto__=x constructor=y>'), 'p')!
    expect(attrs.constructor).toBe('y')
    expect(Object.keys(attrs)).toEqual(['__proto__', 'constructor'])
    expect(attrs.toString).toBeUndefined()
  })

  test('closes elements as XHTML does when asked to', () => {
    const source = '<html><head><title/><script src="a"/></head><body><p>seen</p></body></html>'
    expect(textContent(parseHtml(source, { xhtml: true }))).toBe('seen')
    expect(findFirst(parseHtml(source), 'p')).toBeUndefined()
    expect(serialize(parseFragment('<a:b><a:c/>d</a:b>', { xhtml: true }))).toBe('<a:b><a:c></a:c>d</a:b>')
  })

  test('parses a piece of HTML without a page around it', () => {
    expect(serialize(parseFragment('<li>a<li>b'))).toBe('<li>a</li><li>b</li>')
  })
})

describe('the bounds of a parsed page', () => {
  test.each([
    ['nested blocks', '<div>'.repeat(100_000)],
    ['nested formatting', '<b><i>'.repeat(50_000)],
    ['nested tables', '<table><tr><td>'.repeat(20_000)],
    ['nested lists', '<ul><li>'.repeat(50_000)],
    ['nested SVG', '<svg><g>'.repeat(50_000)],
  ])('flattens %s beyond the deepest level, and loses no text', (_, open) => {
    const document = parseHtml(`${open}the end`)
    expect(depthOf(document)).toBeLessThanOrEqual(MAX_DEPTH + 1)
    expect(textContent(document)).toContain('the end')
  })

  test('bounds the attributes of one tag', () => {
    const many = Array.from({ length: 100_000 }, (_, i) => `a${i}=1`).join(' ')
    const element = findFirst(parseHtml(`<p ${many}>x`), 'p')!
    expect(Object.keys(element.attrs)).toHaveLength(256)
  })

  test('stops at the largest number of nodes and says so', () => {
    const document = parseHtml('<p>x'.repeat(1000), { maxNodes: 100 })
    expect(document.truncated).toBe(true)
    expect(findAll(document, 'p').length).toBeGreaterThan(40)
    expect(parseHtml('<p>x').truncated).toBe(false)
  })

  test('survives null bytes, lone brackets and endless markup', () => {
    for (const source of [
      '\0'.repeat(200_000),
      '<'.repeat(200_000),
      '&'.repeat(200_000),
      '<!--'.repeat(50_000),
    ]) {
      expect(() => parseHtml(`${source}<p>x`)).not.toThrow()
    }
  })

  test('reads what goes by in runs as the standard reads it, character by character', () => {
    const parts = fc.constantFrom(
      ...'<div <p> </p> </div> <a href=" <A HREF=\' \' " > & &amp; &lt; &#x41; &notit; \0 \r\n \r'.split(' '),
      ...['\n  ', '\t', '\f', ' ', 'Data-Ä=', 'data-x=', '=', '/', '/>', 'é', '\u{1f600}', '\ud800', 'word'],
      ...['<script>', '</script>', '<!--', '-->', '<style>', '</style>', '<textarea>', '</textarea>'],
      ...[
        '<table>',
        '<td>',
        '<tr>',
        '</table>',
        '<svg>',
        '</svg>',
        '<title>',
        '</title>',
        '<b>',
        '<i>',
        '</b>',
      ],
    )
    const pages = fc.array(parts, { maxLength: 40 }).map((some) => some.join(''))
    fc.assert(
      fc.property(pages, (html) => {
        const standard = parse(html, { treeAdapter: createTreeAdapter(MAX_NODES), scriptingEnabled: false })
        expect(serialize(parseHtml(html))).toBe(serialize(standard))
      }),
      { numRuns: 2_000 },
    )
  })

  test('holds for anything: never throws, never deep', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<div>',
        '</div>',
        '<p>',
        '<table>',
        '<td>',
        '<a href="x">',
        '</a>',
        '<b>',
        '</b>',
        '<script>',
        '</script>',
        '<svg>',
        '</svg>',
        '<select>',
        '<template>',
        '</template>',
        '<!--',
        '-->',
        '&amp;',
        '\0',
      ),
      fc.string({ maxLength: 12 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const document = parseHtml(pieces.join(''))
        expect(depthOf(document)).toBeLessThanOrEqual(MAX_DEPTH + 1)
        for (const element of findAll(document)) {
          for (const child of element.children) expect(child.parent).toBe(element)
        }
      }),
      { numRuns: 300 },
    )
  })
})

function bodyOf(document: Document): string {
  return findFirst(document, 'body')!.children.map(serialize).join('')
}

function depthOf(document: Document): number {
  let deepest = 0
  const open: { node: Node; depth: number }[] = [{ node: document, depth: 0 }]
  for (let top = open.pop(); top; top = open.pop()) {
    if (top.node.type === ELEMENT) deepest = Math.max(deepest, top.depth)
    if ('children' in top.node)
      for (const node of top.node.children) open.push({ node, depth: top.depth + 1 })
  }
  return deepest
}
