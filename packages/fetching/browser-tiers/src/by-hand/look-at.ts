import type { ShownChoice } from '@gleaner/contracts/schemas/manual-login-messages'
import { callInFrame, callInWorld, worldOf } from '../browser/protocol/run-in-page.ts'
import type { Tab } from './tab.ts'

/** What stands at a place of a page, or has the focus. */
export interface Seen {
  takesText: boolean
  /** Of a list that the browser would open in a window of its own, which no picture of the page shows. */
  choices: ShownChoice[] | undefined
  /** The list itself, in the page. */
  objectId: string
}

const NOTHING: Seen = { takesText: false, choices: undefined, objectId: '' }

export async function lookAt(tab: Tab, x: number, y: number): Promise<Seen> {
  const { session } = tab
  const { cssVisualViewport } = await session.send('Page.getLayoutMetrics')
  const place = { x: Math.round(x + cssVisualViewport.pageX), y: Math.round(y + cssVisualViewport.pageY) }
  const { backendNodeId, frameId } = await session.send('DOM.getNodeForLocation', place)
  const executionContextId = await worldOf(session, frameId)
  const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId })
  return object.objectId === undefined ? NOTHING : await read(tab, object.objectId)
}

export async function lookAtFocus(tab: Tab): Promise<Seen> {
  const { objectId } = await callInFrame(tab.session, tab.mainFrameId, {
    functionDeclaration: '() => document.activeElement ?? document.documentElement',
  })
  return objectId === undefined ? NOTHING : await read(tab, objectId)
}

async function read({ session }: Tab, objectId: string): Promise<Seen> {
  const { value } = await callInWorld(session, {
    functionDeclaration: readElement.toString(),
    objectId,
    returnByValue: true,
  })
  return { takesText: value.takesText, choices: value.choices ?? undefined, objectId }
}

/** Chooses an entry of a list, as a person would. */
export async function choose({ session }: Tab, { objectId }: Seen, index: number | null): Promise<void> {
  const functionDeclaration = chooseEntry.toString()
  await callInWorld(session, { functionDeclaration, objectId, arguments: [{ value: index }] })
}

/** Runs in the page's document, apart from its scripts: it must stand alone. */
function readElement(this: Node): { takesText: boolean; choices: ShownChoice[] | null } {
  const MOST_CHOICES = 500
  const LABEL_CHARS = 200
  const NO_TEXT = [
    'button',
    'submit',
    'reset',
    'checkbox',
    'radio',
    'file',
    'image',
    'range',
    'color',
    'hidden',
  ]
  const element = this instanceof Element ? this : this.parentElement
  const select = element?.closest('select')
  if (select && !select.disabled && !select.multiple && select.size <= 1) {
    select.focus()
    const choices = [...select.options].slice(0, MOST_CHOICES).map((option) => {
      const group = option.parentElement instanceof HTMLOptGroupElement ? option.parentElement : undefined
      return {
        label: option.label.slice(0, LABEL_CHARS),
        group: group?.label.slice(0, LABEL_CHARS) ?? '',
        is_selected: option.selected,
        is_disabled: option.disabled || Boolean(group?.disabled),
      }
    })
    return { takesText: false, choices }
  }
  const field = element?.closest('input, textarea, [contenteditable]')
  const takesText =
    field instanceof HTMLInputElement
      ? !NO_TEXT.includes(field.type) && !field.readOnly && !field.disabled
      : field instanceof HTMLTextAreaElement
        ? !field.readOnly && !field.disabled
        : field instanceof HTMLElement && field.isContentEditable
  return { takesText, choices: null }
}

function chooseEntry(this: HTMLElement, index: number | null): void {
  const select = this.closest('select')
  if (!select || index === null || index >= select.options.length || index === select.selectedIndex) return
  select.selectedIndex = index
  select.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
  select.dispatchEvent(new Event('change', { bubbles: true }))
}
