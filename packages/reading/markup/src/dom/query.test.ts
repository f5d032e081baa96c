import { describe, expect, test } from '@jest/globals'
import { append, clone, prune, remove, replaceWith, unwrap } from './edit.ts'
import { createElement, createText, type Element } from './node.ts'
import { parseHtml } from './parse.ts'
import { ancestors, classes, closest, contains, findAll, findFirst, isHidden, walk } from './query.ts'
import { serialize } from './serialize.ts'
import { textContent, visibleText } from './text.ts'
import { documentBase, resolveUrl } from './url.ts'

const body = (html: string): Element => findFirst(parseHtml(`<body>${html}`), 'body')!

describe('walking a tree', () => {
  test('visits nodes in document order, skips and stops when told to, and says when an element is done', () => {
    const seen: string[] = []
    walk(
      body('<p>a<b>b</b></p><div><i>skipped</i></div><p>c</p><p>never</p>'),
      (node) => {
        if (node.type !== 1) return void seen.push('value' in node ? node.value : '') as undefined
        if (node.tag === 'div') return 'skip'
        return textContent(node) === 'never' ? 'stop' : undefined
      },
      (element) => seen.push(`/${element.tag}`),
    )
    expect(seen).toEqual(['a', 'b', '/b', '/p', 'c', '/p'])
  })

  test('finds by name, by names and by test', () => {
    const root = body('<h1>a</h1><h2 class="x y">b</h2>')
    expect(findAll(root, new Set(['h1', 'h2'])).map(({ tag }) => tag)).toEqual(['h1', 'h2'])
    expect(findFirst(root, (element) => classes(element).includes('y'))?.tag).toBe('h2')
    expect(findFirst(root, 'h3')).toBeUndefined()
  })

  test('looks up and down', () => {
    const root = body('<ul><li id=a>1</li> <li id=b><em>2</em></li></ul>')
    const em = findFirst(root, 'em')!
    const [, b] = findAll(root, 'li')
    expect(closest(em, 'li')).toBe(b)
    expect(ancestors(em).map(({ tag }) => tag)).toEqual(['li', 'ul', 'body', 'html'])
    expect(contains(root, em)).toBe(true)
  })
})

describe('the text of a tree', () => {
  test('keeps blocks apart and leaves out what no reader sees', () => {
    const root = body(
      '<p>one</p><p>t<b>w</b>o</p><script>x</script><p hidden>y</p><p style="color:red; display : none">z</p>three',
    )
    expect(visibleText(root)).toBe('one two three')
    expect(textContent(root)).toBe('onetwoxyzthree')
  })

  test.each([
    ['<p hidden>', true],
    ['<p hidden="until-found">', false],
    ['<p style="display:none">', true],
    ['<p style="visibility: hidden">', true],
    ['<input type="HIDDEN">', true],
    ['<p style="--display:none-such">', false],
  ])('knows whether %s is hidden', (html, expected) => {
    expect(isHidden(body(html).children[0] as Element)).toBe(expected)
  })
})

describe('changing a tree', () => {
  test('removes, replaces, unwraps and appends', () => {
    const root = body('<p>a</p><div><b>b</b>c</div><i>d</i>')
    remove(findFirst(root, 'p')!)
    unwrap(findFirst(root, 'div')!)
    replaceWith(findFirst(root, 'i')!, [createElement('hr'), createText('e')])
    append(root, [createText('f')])
    expect(serialize(root)).toBe('<body><b>b</b>c<hr>ef</body>')
    expect(root.children.every((child) => child.parent === root)).toBe(true)
  })

  test('prunes everywhere, and copies without touching the original', () => {
    const root = body('<p class=x>a<i>1</i></p><i>2</i>')
    const copy = clone(root, (node) => node.type !== 1 || node.tag !== 'p')
    expect(serialize(copy)).toBe('<body><i>2</i></body>')
    prune(root, (node) => node.type === 1 && node.tag === 'i')
    expect(serialize(root)).toBe('<body><p class="x">a</p></body>')
    expect(serialize(copy)).toBe('<body><i>2</i></body>')
  })

  test('copies ten thousand levels of nothing without recursion', () => {
    let root = createElement('p')
    for (let i = 0; i < 10_000; i++) {
      const outer = createElement('div')
      append(outer, [root])
      root = outer
    }
    expect(findAll(clone(root))).toHaveLength(10_000)
    expect(serialize(root)).toHaveLength(10_000 * 11 + 7)
  })
})

describe('serialize', () => {
  test('escapes text and attributes, and leaves scripts alone', () => {
    const html = '<body><p title="a &quot;b&quot; &amp; c">1 &lt; 2</p><script>1 < 2</script><br></body>'
    expect(serialize(findFirst(parseHtml(html), 'body')!)).toBe(html)
  })
})

describe('addresses', () => {
  test.each([
    ['', 'https://example.com/a/b'],
    ['<base href="/c/">', 'https://example.com/c/'],
    ['<base target=_blank><base href="https://cdn.example/">', 'https://cdn.example/'],
    ['<base href="javascript:1">', 'https://example.com/a/b'],
  ])('resolve against what %s says', (head, base) => {
    expect(documentBase(parseHtml(head), 'https://example.com/a/b')).toBe(base)
  })

  test('are absolute, and never run code', () => {
    expect(resolveUrl('https://example.com/a/', ' ../b?c#d ')).toBe('https://example.com/b?c#d')
    expect(resolveUrl('https://example.com/', ' java\nscript:alert(1)')).toBeUndefined()
    expect(resolveUrl('https://example.com/', 'http://[')).toBeUndefined()
  })
})
