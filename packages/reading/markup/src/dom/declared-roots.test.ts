import { expect, test } from '@jest/globals'
import { placeDeclaredRoots } from './declared-roots.ts'
import { parseHtml } from './parse.ts'
import { pageParts } from './query.ts'
import { visibleText } from './text.ts'

const root = (content: string, mode = 'open') => `<template shadowrootmode="${mode}">${content}</template>`

/** As a browser shows them. */
test.each<[what: string, html: string, text: string]>([
  ['a root in place of what its host holds', `<x-a>Light${root('<p>Shadow</p>', 'closed')}</x-a>`, 'Shadow'],
  ['what stands in the slot', `<x-a>${root('<p>A <slot></slot>!</p>')}<b>bee</b></x-a>`, 'A bee!'],
  [
    'slots by their names, and what one holds itself',
    `<x-a>${root('<slot name="t"></slot>, <slot name="u">nobody</slot>, <slot></slot>')}rest <i slot="t">title</i></x-a>`,
    'title, nobody, rest',
  ],
  [
    'a root within a root, whose slot is filled from outside of both',
    `<x-a>${root(`<x-b>${root('[<slot></slot>]')}<slot></slot></x-b>`)}deep</x-a>`,
    '[deep]',
  ],
  ['one root of a host', `<x-a>${root('<p>First</p>')}${root('<p>Second</p>')}</x-a>`, 'First'],
  ['no plain template', '<x-a>Light<template><p>Kept for later</p></template></x-a>', 'Light'],
])('shows %s', (_, html, text) => {
  const document = parseHtml(`<body>${html}</body>`)
  placeDeclaredRoots(document)
  expect(visibleText(pageParts(document).body!)).toBe(text)
})

test('places roots in roots in time that grows with the page', () => {
  const deep = `${'<x-a><template shadowrootmode="open"><slot></slot>'.repeat(400)}end`
  const many = `<x-a>${root('<slot></slot>')}x</x-a>`.repeat(20_000)
  for (const html of [deep, many]) expect(() => placeDeclaredRoots(parseHtml(html))).not.toThrow()
})
