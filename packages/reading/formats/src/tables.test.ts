import { parseHtml } from '@gleaner/markup'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { collectTables } from './tables.ts'

const tablesOf = (html: string, removeCookieBanners = true) =>
  collectTables(parseHtml(html), { removeCookieBanners })
/** Rows written as `a|b` and header cells as `#a`; `2x3:a` spans two rows and three columns. */
function table(lines: readonly string[], inside = ''): string {
  const cell = (text: string) => {
    const [, isHeader, rows, columns, content] = /^(#?)(?:(\d+)x(\d+):)?(.*)$/s.exec(text)!
    const spans = rows ? ` rowspan=${rows} colspan=${columns}` : ''
    const tag = isHeader ? 'th' : 'td'
    return `<${tag}${spans}>${content}</${tag}>`
  }
  return `<table>${inside}${lines.map((line) => `<tr>${line.split('|').map(cell).join('')}</tr>`).join('')}</table>`
}

describe('rows and columns', () => {
  test.each<[string, string[], string[][], string[][]]>([
    ['a header row', ['#a|#b', '1|2'], [['a', 'b']], [['1', '2']]],
    [
      'no header',
      ['1|2', '3|4'],
      [],
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      'two header rows, one spanning',
      ['#1x2:a|#2x1:c', '#x|#y', '1|2|3'],
      [
        ['a', 'a', 'c'],
        ['x', 'y', 'c'],
      ],
      [['1', '2', '3']],
    ],
    [
      'a cell over rows',
      ['#a|#b', '3x1:1|2', '3', '4'],
      [['a', 'b']],
      [
        ['1', '2'],
        ['1', '3'],
        ['1', '4'],
      ],
    ],
    [
      'a cell to the end',
      ['#a|#b', '0x1:1|2', '3'],
      [['a', 'b']],
      [
        ['1', '2'],
        ['1', '3'],
      ],
    ],
    [
      'a cell over rows and columns',
      ['2x2:1|2', '3', '4|5|6'],
      [],
      [
        ['1', '1', '2'],
        ['1', '1', '3'],
        ['4', '5', '6'],
      ],
    ],
    [
      'a gap before a cell from above',
      ['1|2|2x1:3', '4'],
      [],
      [
        ['1', '2', '3'],
        ['4', '', '3'],
      ],
    ],
    ['short rows', ['#a|#b|#c', '1'], [['a', 'b', 'c']], [['1', '', '']]],
    [
      'header cells at the side',
      ['#a|1', '#b|2'],
      [],
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    ['a bold first row', ['<b>a</b>|<p><strong>b</strong>', '1|2'], [['a', 'b']], [['1', '2']]],
    [
      'bold everywhere',
      ['<b>a</b>|<b>b</b>', '<b>c</b>|<b>d</b>'],
      [],
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['rows without text', ['#a|#b', ' | ', '1|2'], [['a', 'b']], [['1', '2']]],
    ['pictures alone', ['#a|#b', '1|<img alt=yes src=y.png>'], [['a', 'b']], [['1', 'yes']]],
    ['several lines', ['#a|#b', '1<br>2|<p>3</p><p>4</p>'], [['a', 'b']], [['1 2', '3 4']]],
  ])('%s', (_, lines, header, rows) => {
    expect(tablesOf(table(lines))).toEqual([{ caption: '', heading: '', header, rows }])
  })

  test('in the order that browsers show the parts in', () => {
    const html = '<table><tfoot><tr><td>t<td>9<tbody><tr><td>1<td>2<thead><tr><td>a<td>b</table>'
    expect(tablesOf(html)).toMatchObject([
      {
        header: [['a', 'b']],
        rows: [
          ['1', '2'],
          ['t', '9'],
        ],
      },
    ])
  })

  test('however cells span: all rows are as wide, and each text stands where HTML puts it', () => {
    const span = fc.integer({ min: 1, max: 4 })
    const cell = fc.record({ rows: span, columns: span })
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 5 }),
        (lines) => {
          let name = 0
          const named = lines.map((line) => line.map((spans) => ({ ...spans, text: `c${name++}` })))
          const html = named.map((line) =>
            line.map(({ rows, columns, text }) => `#${rows}x${columns}:${text}`).join('|'),
          )
          const expected = placedByHtml(named)
          const [made] = tablesOf(table(html, '<caption>c</caption>'))
          expect([...made!.header, ...made!.rows]).toEqual(expected)
        },
      ),
    )
  })
})

/** The algorithm of the HTML standard for forming a table, step by step. */
function placedByHtml(lines: { rows: number; columns: number; text: string }[][]): string[][] {
  const grid: string[][] = lines.map(() => [])
  for (const [y, line] of lines.entries()) {
    let x = 0
    for (const { rows, columns, text } of line) {
      while (grid[y]![x] !== undefined) x++
      for (let dx = 0; dx < columns; dx++)
        for (let dy = 0; dy < rows && y + dy < lines.length; dy++) grid[y + dy]![x + dx] ??= text
      x += columns
    }
  }
  const width = Math.max(...grid.map((row) => row.length))
  return grid.map((row) => Array.from({ length: width }, (_, x) => row[x] ?? ''))
}

test('a caption and the heading before it tell what it is', () => {
  const html = `<h2>Fleet</h2>${table(['#a|#b', '1|2'], '<caption>Ships <i>of 1900</i></caption>')}<h3>Crew</h3>${table(['#c', '3'])}`
  expect(tablesOf(html)).toMatchObject([
    { caption: 'Ships of 1900', heading: 'Fleet' },
    { caption: '', heading: 'Crew' },
  ])
})

test('a table in a cell is one of its own, and says where it stands', () => {
  const inner = table(['#x|#y', '8|9'])
  const html = table(['#a|#b', '1|2', `3|4 ${inner}`])
  expect(tablesOf(html)).toEqual([
    {
      caption: '',
      heading: '',
      header: [['a', 'b']],
      rows: [
        ['1', '2'],
        ['3', '4'],
      ],
    },
    {
      caption: '',
      heading: '',
      header: [['x', 'y']],
      rows: [['8', '9']],
      within: { table: 0, row: 2, column: 1 },
    },
  ])
})

test('a table that arranges a page is none, and those in it are', () => {
  const inner = table(['#x|#y', '8|9'])
  for (const outer of [
    table([`menu|${inner}`, 'a|b']),
    table(['one', `two ${inner}`]),
    `<table role=presentation><tr><td>a<td>b<tr><td>c<td>${inner}</table>`,
  ])
    expect(tablesOf(outer)).toMatchObject([{ header: [['x', 'y']] }])
  expect(tablesOf('<table role=presentation><tr><th>Brand<td>Tefal</table>')).toHaveLength(1)
})

test('what is not seen, and what asks for consent, is left out', () => {
  const one = table(['#a|#b', '1|2'])
  const hidden = `<div hidden>${one}</div><template>${one}</template><table style="display:none"><tr><th>a<tr><td>1</table>`
  expect(tablesOf(hidden)).toEqual([])
  const banner = `<div id="onetrust-consent-sdk">${one}</div>`
  expect([tablesOf(banner, true).length, tablesOf(banner, false).length]).toEqual([0, 1])
})

describe('what spans without end is cut', () => {
  test.each([
    ['columns', `<table><tr>${'<th colspan=1000>a'.repeat(500)}</table>`],
    ['rows', `<table><tr>${'<th rowspan=0>a'.repeat(1000)}${'<tr><td>b'.repeat(20_000)}</table>`],
    [
      'one long text',
      `<table><tr><th rowspan=0 colspan=1000>${'a'.repeat(100_000)}${'<tr><td>b'.repeat(1_000)}</table>`,
    ],
    ['many tables', '<table><tr><th colspan=1000 rowspan=0>a<tr><td>b<tr><td>b</table>'.repeat(5_000)],
    ['nested ones', '<table><tr><th>a<td>'.repeat(500)],
  ])('%s', (_, html) => {
    expect(JSON.stringify(tablesOf(html)).length).toBeLessThan(8_000_000)
  })
})
