import type { Shown, ViewerAction } from '@gleaner/contracts/schemas/manual-login-messages'
import { withTimeout } from '@gleaner/runtime'
import { keyEvent, opensList } from './keys.ts'
import { choose, lookAt, lookAtFocus, type Seen } from './look-at.ts'
import type { Tab } from './tab.ts'

/** What goes to the shown page, in the order in which it is done. */
export type InputAction = Extract<ViewerAction, { type: 'mouse' | 'touch' | 'key' | 'text' | 'choice' }>

export interface Input {
  do(action: InputAction): void
}

/** A page that takes so many no more has stopped listening. */
const MOST_WAITING = 500
/** A page that does not take one by then is gone past, in ms. */
const TAKE_MS = 3_000

export function createInput(shown: () => Tab, tell: (shown: Shown) => void): Input {
  const waiting: InputAction[] = []
  let isWorking = false
  /** The list that the person chooses from. */
  let list: Seen | undefined
  /** What opened it: the rest of that click, touch or key is nobody's. */
  let swallowed: InputAction['type'] | undefined

  async function work(): Promise<void> {
    isWorking = true
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      // Its scripts stand still.
      if (shown().dialog) continue
      const action = next
      await withTimeout('input', TAKE_MS, () => take(action)).catch(() => undefined)
    }
    isWorking = false
  }

  async function take(action: InputAction): Promise<void> {
    const tab = shown()
    if (action.type === 'choice') return await takeChoice(tab, action.index)
    if (action.type === 'text')
      return void (await tab.session.send('Input.insertText', { text: action.text }))
    if (isRestOf(action)) return
    if (list) closeList()
    const seen = await seenBefore(tab, action)
    if (seen?.choices) return openList(seen, action.type)
    if (seen && action.type !== 'key') tell({ type: 'typing', takes_text: seen.takesText })
    await send(tab, action)
  }

  /** A click or touch begins with looking where it goes; so does a key that opens a list. */
  async function seenBefore(tab: Tab, action: InputAction): Promise<Seen | undefined> {
    const nothing = () => undefined
    if (action.type === 'mouse' && action.action === 'down' && action.button === 'left')
      return await lookAt(tab, action.x, action.y).catch(nothing)
    if (action.type === 'touch' && action.action === 'start' && action.points.length === 1)
      return await lookAt(tab, action.points[0]!.x, action.points[0]!.y).catch(nothing)
    if (action.type === 'key' && opensList(action)) return await lookAtFocus(tab).catch(nothing)
    return undefined
  }

  function openList(seen: Seen, by: InputAction['type']): void {
    list = seen
    swallowed = by
    tell({ type: 'choices', choices: seen.choices! })
  }

  function closeList(): void {
    list = undefined
    tell({ type: 'choices', choices: null })
  }

  async function takeChoice(tab: Tab, index: number | null): Promise<void> {
    const chosen = list
    closeList()
    if (chosen) await choose(tab, chosen, index)
  }

  function isRestOf(action: InputAction): boolean {
    if (action.type !== swallowed) return false
    const isOver =
      action.type === 'mouse' ? action.action !== 'down' : 'action' in action && !STARTS.has(action.action)
    if (!isOver) {
      swallowed = undefined
      return false
    }
    if (ENDS.has((action as { action: string }).action)) swallowed = undefined
    return (action as { action: string }).action !== 'wheel'
  }

  return {
    do(action) {
      const last = waiting.at(-1)
      // Where a pointer was before it was here is nothing that a page waits for.
      if (isMove(action) && last && isMove(last) && last.type === action.type) waiting.pop()
      if (waiting.length >= MOST_WAITING) waiting.length = 0
      waiting.push(action)
      if (!isWorking) void work()
    },
  }
}

const STARTS: ReadonlySet<string> = new Set(['down', 'start'])
const ENDS: ReadonlySet<string> = new Set(['up', 'end', 'cancel'])

function isMove(action: InputAction): boolean {
  return 'action' in action && action.action === 'move'
}

const MOUSE_TYPES = {
  move: 'mouseMoved',
  down: 'mousePressed',
  up: 'mouseReleased',
  wheel: 'mouseWheel',
} as const
const TOUCH_TYPES = {
  start: 'touchStart',
  move: 'touchMove',
  end: 'touchEnd',
  cancel: 'touchCancel',
} as const

async function send({ session }: Tab, action: InputAction): Promise<void> {
  if (action.type === 'mouse') {
    const { x, y, button, buttons, clicks, dx, dy, modifiers } = action
    await session.send('Input.dispatchMouseEvent', {
      type: MOUSE_TYPES[action.action],
      x,
      y,
      button,
      buttons,
      clickCount: clicks,
      modifiers,
      ...(action.action === 'wheel' && { deltaX: dx, deltaY: dy }),
    })
  } else if (action.type === 'touch') {
    const touchPoints = action.points
    await session.send('Input.dispatchTouchEvent', { type: TOUCH_TYPES[action.action], touchPoints })
  } else if (action.type === 'key') {
    const event = keyEvent(action)
    if (event) await session.send('Input.dispatchKeyEvent', event)
  }
}
