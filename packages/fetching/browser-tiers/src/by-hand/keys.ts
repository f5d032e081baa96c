import type { ViewerAction } from '@gleaner/contracts/schemas/manual-login-messages'
import type { Protocol } from 'puppeteer-core'

type KeyAction = Extract<ViewerAction, { type: 'key' }>

const ALT = 1
const CTRL = 2
const META = 4

/** Windows' numbers of keys that make no text (WinUser.h). */
const NUMBERS: Record<string, number> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Shift: 16,
  Control: 17,
  Alt: 18,
  Escape: 27,
  ' ': 32,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Insert: 45,
  Delete: 46,
}

const MOVES = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'Backspace', 'Delete']
/** What a page may be told with Ctrl: editing. Others would be the browser's own (a new tab, a file, its tools). */
const WITH_CTRL: ReadonlySet<string> = new Set([
  'a',
  'c',
  'x',
  'y',
  'z',
  'Enter',
  'Control',
  'Shift',
  ...MOVES,
])
const WITH_ALT: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'Alt', 'Shift'])

/** The key as the protocol wants it; undefined for one that is the browser's own. */
export function keyEvent({
  action,
  key,
  code,
  repeat,
  modifiers,
}: KeyAction): Protocol.Input.DispatchKeyEventRequest | undefined {
  const isText = [...key].length === 1
  if (!isText && NUMBERS[key] === undefined) return undefined
  const held = modifiers & (ALT | CTRL | META)
  // AltGr is Ctrl with Alt, and makes text.
  const makesText = isText && (held === 0 || held === (ALT | CTRL))
  if (!makesText && held & (CTRL | META) && !WITH_CTRL.has(key.toLowerCase()) && !WITH_CTRL.has(key))
    return undefined
  if (!makesText && held & ALT && !WITH_ALT.has(key)) return undefined
  const text = makesText ? key : key === 'Enter' ? '\r' : undefined
  const number = NUMBERS[key] ?? numberOf(key)
  const type = action === 'up' ? 'keyUp' : text === undefined ? 'rawKeyDown' : 'keyDown'
  return {
    type,
    key,
    code,
    modifiers,
    autoRepeat: repeat,
    windowsVirtualKeyCode: number,
    nativeVirtualKeyCode: number,
    ...(text !== undefined && action === 'down' && { text, unmodifiedText: text }),
  }
}

/** Those of letters and digits are their codes. */
function numberOf(key: string): number {
  return /^[a-z0-9]$/i.test(key) ? key.toUpperCase().charCodeAt(0) : 0
}

/** Whether this key opens the list of a choice that has the focus. */
export function opensList({ action, key, modifiers }: KeyAction): boolean {
  return (
    action === 'down' && (key === ' ' || key === 'Enter' || (key === 'ArrowDown' && Boolean(modifiers & ALT)))
  )
}
