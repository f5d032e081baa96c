import { childElements, ELEMENT, type Element, TEXT, textContentWithin } from '@gleaner/markup'

/** A change of files that a page sets line by line, each in a box of its own. */
export function isDiff(box: Element): boolean {
  if (box.tag === 'pre' || !BEGINNING.test(firstText(box))) return false
  const lines = childElements(box).slice(0, MAX_LINES)
  if (lines.length < MIN_LINES || lines.some(({ tag }) => tag !== 'div' && tag !== 'span')) return false
  return lines.every((line) => LINE.test(textContentWithin(line, { left: MAX_START })))
}

/** How a unified diff begins, and each of its lines. */
const BEGINNING = /^\s*(?:diff --git |--- \S|@@ -\d)/
const LINE = /^(?:[-+ @\\]|diff |index |\s*$)/
const MIN_LINES = 3
/** Lines and, of each, nodes and characters that are looked at. */
const MAX_LINES = 40
const MAX_START = 40

/** Text at the very beginning; '' when other things stand there. */
function firstText(box: Element): string {
  let at: Element = box
  for (let depth = 0; depth < 3; depth++) {
    const first = at.children[0]
    if (first?.type === TEXT) return first.value
    if (first?.type !== ELEMENT) return ''
    at = first
  }
  return ''
}
