import { parseHtml } from '@gleaner/markup'
import { describe, expect, test } from '@jest/globals'
import { readShownData } from './read-shown-data.ts'

const listsOf = (html: string) =>
  readShownData(parseHtml(`<body>${html}</body>`), { url: 'https://court.example/list/' }).lists
const times = (count: number, make: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => make(n)).join('')
const names = [
  'Smith v. Department of Iron',
  'Jones v. Harbour of Stone',
  'Brown v. Ministry of Wool',
  'Green v. Office of Tin',
]

test('the rows of a table keep what its columns are named, and the column of titles names them', () => {
  const row = (n: number) =>
    `<tr><td><a href="/f/${n}.pdf">25-${100 + n}</a></td><td>${names[n]}</td><td>March ${n + 1}, 2025</td></tr>`
  const [list] = listsOf(
    `<table><tr><td><b>Docket No.</b></td><td><b>Caption</b></td><td><b>Filed</b></td></tr>${times(4, row)}</table>`,
  )
  expect(list).toHaveLength(4)
  expect(list![2]).toMatchObject({
    name: names[2],
    url: 'https://court.example/f/2.pdf',
    datePublished: '2025-03-03',
    'Docket No.': '25-102',
  })
})

test('a table that waits for its script is read by its columns, with what its rows lead to', () => {
  const row = (n: number) =>
    `<tr><td>3/2${n}/2026</td><td>12${n}</td><td>${names[n]}</td><td><a href="/d/${n}.pdf"><i></i></a></td></tr>`
  const lists = listsOf(
    `<div style="display:none"><table><thead><tr><th>Date</th><th>Case Number</th><th>Case Title</th><th>PDF</th></tr></thead>${times(4, row)}</table></div>`,
  )
  expect(lists.at(-1)![1]).toMatchObject({
    name: names[1],
    url: 'https://court.example/d/1.pdf',
    datePublished: '2026-03-21',
    'Case Number': '121',
  })
})

test('an entry keeps what stands behind the labels in it', () => {
  const entry = (n: number) =>
    `<div class="result"><h3><a href="/c/${n}">${names[n]}</a></h3><p>Docket No.: 25-${n}</p><p><span>Judge:</span> <i>Iron</i></p></div>`
  expect(listsOf(times(4, entry))[0]![3]).toMatchObject({
    name: names[3],
    'Docket No.': '25-3',
    Judge: 'Iron',
  })
})

const ROWS = [
  { Number: 'B-71', Guest: 'Ada Quay', Nights: '3', Paid: '$120.00' },
  { Number: 'B-72', Guest: 'Bo Reed', Nights: '1', Paid: '$40.00' },
  { Number: 'B-73', Guest: 'Cy Marsh', Nights: '9', Paid: '$360.00' },
]
type Row = (typeof ROWS)[number]
const NAMES = Object.keys(ROWS[0]!) as (keyof Row)[]
const style = '<style>.c{color:red}</style>'
const rows = (row: (row: Row) => string) => ROWS.map(row).join('')

/** How programs write what they list, whichever of their own elements they write it in. */
describe('a list by the names that it shows', () => {
  test.each<[what: string, html: string]>([
    [
      'a table with style sheets between its cells',
      `<table><thead><tr>${NAMES.map((name) => `${style}<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${rows((row) => `<tr>${NAMES.map((name) => `${style}<td>${row[name]}</td>`).join('')}</tr>`)}</tbody></table>`,
    ],
    [
      'boxes that are a table by their roles',
      `<div role="grid"><div role="row">${NAMES.map((name) => `<div role="columnheader">${name}</div>`).join('')}</div><div role="rowgroup">${rows((row) => `<div role="row">${NAMES.map((name) => `<div role="gridcell">${row[name]}</div>`).join('')}</div>`)}</div></div>`,
    ],
    [
      'cards of terms and their values',
      rows(
        (row) =>
          `<article class="card"><h3>${row.Number}</h3><dl>${NAMES.slice(1)
            .map((name) => `<dt>${name}</dt><dd>${row[name]}</dd>`)
            .join('')}</dl></article>`,
      ),
    ],
    [
      'cards of lines with a colon',
      rows(
        (row) =>
          `<div class="card"><h5>${row.Number}</h5>${NAMES.slice(1)
            .map((name) => `<p><strong>${name}: </strong>${row[name]}</p>`)
            .join('')}<button>Open</button></div>`,
      ),
    ],
  ])('%s', (_, html) => {
    const page = parseHtml(`<title>Bookings</title><main><h1>Bookings</h1><div>${html}</div></main>`)
    const { lists } = readShownData(page, { url: 'https://desk.example/bookings' })
    const found = lists.find((list) => list.length === ROWS.length && list[0]!.Guest !== undefined) ?? []
    const numbered = found.map(({ Number: written, number = written, ...row }) => ({ ...row, number }))
    expect(numbered).toMatchObject(ROWS.map(({ Number: number, ...row }) => ({ ...row, number })))
  })
})
