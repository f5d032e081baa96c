import { expect, test } from '@jest/globals'
import { JSDOM } from 'jsdom'
import { CONSENT_CONTAINERS, consentSelector, isConsentContainer } from './consent-containers.ts'

/** A box for each way in which a row of the table can be meant. */
const BOXES = CONSENT_CONTAINERS.flatMap((row) => {
  const name = row.replace(/^[#.]/, '').replace('*', '_12')
  const byId = `<div id="${name}">`
  const byClass = `<div class="box ${name}">`
  if (row.startsWith('#')) return [byId]
  return row.startsWith('.') ? [byClass] : [byId, byClass]
})

const isBox = (html: string) => {
  const box = new JSDOM(html).window.document.querySelector('div')!
  return [isConsentContainer(box.id, box.className), box.matches(consentSelector())]
}

test.each(BOXES)('%s is a consent box by its names and by the selector', (html) => {
  expect(isBox(html)).toEqual([true, true])
})

test.each(['<div id="cc-window">', '<div class="cmpbox">', '<div id="didomi" class="cookie">'])(
  '%s is none',
  (html) => {
    expect(isBox(html)).toEqual([false, false])
  },
)
