import { modifiersOf } from './pointer.ts'

type Act = (action: object) => void

/** Leaves the browser for the rest of the page; browsers move between panes by it, too. */
export const LEAVE = 'F6'
const PIECE_CHARS = 3_000

/** Passes on what is typed into `field`, which stays empty: keys, what an input method makes, what is pasted. */
export function followKeys(field: HTMLTextAreaElement, act: Act, leave: () => void): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const text = (typed: string) => {
    for (let at = 0; at < typed.length; at += PIECE_CHARS)
      act({ type: 'text', text: typed.slice(at, at + PIECE_CHARS) })
  }
  const press = (key: string) => {
    for (const action of ['down', 'up']) act({ type: 'key', action, key })
  }

  function onKey(action: 'down' | 'up', event: KeyboardEvent): void {
    // An input method's: what it makes comes as text.
    if (event.isComposing || event.key === 'Unidentified' || event.key === 'Process' || event.key === 'Dead')
      return
    if (event.key === LEAVE) {
      event.preventDefault()
      if (action === 'down') leave()
      return
    }
    const isPaste = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v'
    if (isPaste || event.key.length > 20) return
    event.preventDefault()
    const { code, repeat } = event
    act({
      type: 'key',
      action,
      key: event.key,
      code: code.slice(0, 30),
      repeat,
      modifiers: modifiersOf(event),
    })
  }

  field.addEventListener('keydown', (event) => onKey('down', event), { signal })
  field.addEventListener('keyup', (event) => onKey('up', event), { signal })
  field.addEventListener(
    'paste',
    (event) => {
      event.preventDefault()
      text(event.clipboardData?.getData('text/plain') ?? '')
    },
    { signal },
  )
  field.addEventListener(
    'input',
    (event) => {
      const { isComposing, inputType } = event as InputEvent
      if (isComposing) return
      if (inputType === 'deleteContentBackward') press('Backspace')
      else if (inputType === 'insertLineBreak') press('Enter')
      else text(field.value)
      field.value = ''
    },
    { signal },
  )
  field.addEventListener(
    'compositionend',
    () => {
      text(field.value)
      field.value = ''
    },
    { signal },
  )
  return () => ended.abort()
}
