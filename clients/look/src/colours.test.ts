import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { mailColours } from './index.ts'

const ROOT = join(import.meta.dirname, '../../..')
const STYLES = ['clients', 'services', 'packages'].flatMap((wing) =>
  globSync(`${wing}/**/src/**/*.css`, {
    cwd: ROOT,
    exclude: (name) => name === 'node_modules' || name === 'target-site',
  }),
)
const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|lab|light-dark)\(/gi

test('no style but that of the tokens names a colour', () => {
  expect(STYLES).toEqual(
    expect.arrayContaining([
      'services/gateway/src/html/page.css',
      'clients/look/src/button.css',
      'packages/money/payments/src/pages/payment-page.css',
    ]),
  )
  const naming = STYLES.filter((path) => readFileSync(join(ROOT, path), 'utf8').match(COLOUR))
  expect(naming).toEqual(['clients/look/src/tokens.css'])
})

test('each property that a style uses is a token, or its own', () => {
  const texts = STYLES.map((path) => readFileSync(join(ROOT, path), 'utf8'))
  const named = new Set(texts.flatMap((text) => [...text.matchAll(/(--[\w-]+):/g)].map(([, name]) => name)))
  // Set by tables, from their columns, and by trees.
  for (const name of ['--tracks', '--narrow-tracks', '--level']) named.add(name)
  const used = texts.flatMap((text) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  expect(used.filter((name) => !named.has(name))).toEqual([])
})

test('mails have the colours of both themes, as mail programs know them', () => {
  const { light, dark } = mailColours()
  for (const colour of [...Object.values(light), ...Object.values(dark)])
    expect(colour).toMatch(/^#[0-9a-f]{6}$/)
  expect(light.text).not.toBe(dark.text)
})
