import { describe, expect, test } from '@jest/globals'
import { keyEvent } from './keys.ts'

const [ALT, CTRL, META] = [1, 2, 4]
const pressed = (key: string, modifiers = 0) =>
  keyEvent({ type: 'key', action: 'down', key, code: '', repeat: false, modifiers })

describe('a key', () => {
  test.each([
    ['a', 0, 'a', 65],
    ['ß', 0, 'ß', 0],
    ['😀', 0, '😀', 0],
    ['@', ALT | CTRL, '@', 0],
    ['Enter', 0, '\r', 13],
  ])('%s with %d makes text', (key, modifiers, text, windowsVirtualKeyCode) => {
    expect(pressed(key, modifiers)).toMatchObject({ type: 'keyDown', text, windowsVirtualKeyCode })
  })

  test.each([
    ['a', CTRL],
    ['Tab', 0],
    ['ArrowDown', ALT],
    ['Backspace', CTRL],
  ])('%s with %d makes none', (key, modifiers) => {
    expect(pressed(key, modifiers)).toMatchObject({ type: 'rawKeyDown' })
    expect(pressed(key, modifiers)).not.toHaveProperty('text')
  })

  test.each([
    ['t', CTRL],
    ['n', META],
    ['o', CTRL],
    ['F12', 0],
    ['ArrowLeft', ALT],
    ['Unidentified', 0],
  ])('%s with %d is the browser’s own, and is left out', (key, modifiers) => {
    expect(pressed(key, modifiers)).toBeUndefined()
  })
})
