import { describe, expect, test } from '@jest/globals'
import { channelKey, createOpener, createSealer } from './sealed.ts'

const key = channelKey('one', 'ticket_a')
const message = Buffer.from('typed')
const sealed = () => createSealer('one', key, 'in').seal(message)

describe('what passes between a viewer and a browser', () => {
  test('is opened by the holder of the ticket, once and in order', () => {
    const opener = createOpener('one', key, 'in')
    const sealer = createSealer('one', key, 'in')
    const [first, second] = [sealer.seal(message), sealer.seal(message)]
    expect(opener.open(second)).toEqual(message)
    expect([opener.open(second), opener.open(first)]).toEqual([undefined, undefined])
  })

  test.each([
    ['another ticket', createOpener('one', channelKey('one', 'ticket_b'), 'in')],
    ['another login', createOpener('two', key, 'in')],
    ['the ticket of another login', createOpener('one', channelKey('two', 'ticket_a'), 'in')],
    ['the other direction', createOpener('one', key, 'out')],
  ])('is not opened by %s', (_, opener) => {
    expect(opener.open(sealed())).toBeUndefined()
  })

  test.each([
    '',
    'AAAA',
    sealed().slice(0, -8),
    sealed().replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
  ])('is not opened when it is damaged', (text) => {
    expect(createOpener('one', key, 'in').open(text)).toBeUndefined()
  })

  test('shows nothing of what it holds', () => {
    const text = Buffer.from(sealed(), 'base64')
    expect(text.includes(message)).toBe(false)
    expect(text.includes(key)).toBe(false)
  })
})
