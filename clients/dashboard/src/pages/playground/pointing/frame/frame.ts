import type { FromFrame, Proposal, ToFrame } from '../messages.ts'
import type { Template } from '../template.ts'
import { type DrawnPage, drawPage } from './draw-page.ts'
import { fieldWithin, itemOf, listOf } from './find-list.ts'
import { fieldOf } from './propose-field.ts'
import { valuesOf } from './read-values.ts'
import { all, tagOf } from './safe-dom.ts'
import '@gleaner/look/tokens.css'
import './frame.css'

// Shows a fetched page in a frame of an origin of its own, without its scripts, styles and addresses, and says what is pointed at. The page
// itself stays an inert document: what is drawn is a copy of its boxes and texts. All that leaves the frame are messages.

/** Of browsers that have it. */
declare const trustedTypes:
  | {
      createPolicy(
        name: string,
        rules: { createHTML(html: string): string },
      ): { createHTML(html: string): unknown }
    }
  | undefined

/** What is read of a page becomes a document that runs and loads nothing. */
const asInert =
  typeof trustedTypes === 'undefined'
    ? undefined
    : trustedTypes.createPolicy('page', { createHTML: (html) => html })

let source: Document | undefined
let page: DrawnPage | undefined
let base = ''
let template: Template = { fields: [] }
let origins: (number | undefined)[] = []

const tell = (message: FromFrame) => parent.postMessage(message, '*')

const HANDLERS: { [Type in ToFrame['type']]: (message: Extract<ToFrame, { type: Type }>) => void } = {
  show(message) {
    document.documentElement.dataset.theme = message.theme
    base = message.base
    source = new DOMParser().parseFromString(
      (asInert?.createHTML(message.html) ?? message.html) as string,
      'text/html',
    )
    const body = all(source, 'body').find((element) => tagOf(element) === 'body')
    if (!body) return
    page = drawPage(body, document.body)
    tell({ type: 'shown', outline: page.outline, isCut: page.isCut })
  },
  state(message) {
    ;({ template, origins } = message)
    if (!source) return
    drawMarks()
    tell({ type: 'values', values: valuesOf(template, source, base) })
  },
  point({ node }) {
    point(node)
  },
  mark({ node }) {
    const box = mark('marked', node === undefined ? [] : [node])[0]
    box?.scrollIntoView({ block: 'nearest' })
  },
}

addEventListener('message', ({ data, source: from }: MessageEvent<ToFrame>) => {
  if (from === parent) (HANDLERS[data.type] as (message: ToFrame) => void)?.(data)
})

const numberAt = ({ target }: Event): number | undefined => {
  const box = target instanceof Element ? target.closest<HTMLElement>('[data-node]') : null
  return box ? Number(box.dataset.node) : undefined
}

document.addEventListener(
  'click',
  (event) => {
    event.preventDefault()
    const node = numberAt(event)
    if (node !== undefined) point(node)
  },
  true,
)
document.addEventListener('mouseover', (event) => {
  const node = numberAt(event)
  mark('hovered', node === undefined ? [] : [node])
})
document.addEventListener('mouseleave', () => mark('hovered', []))

function point(node: number): void {
  const element = page?.sources[node]
  if (element) tell({ type: 'proposed', node, proposal: propose(element) })
}

/** A field of the list, when it stands in one of its items; else a field of the page, which may be like another one. */
function propose(element: Element): Proposal {
  const item = template.list && itemOf(element, template.list.selector)
  if (item)
    return { kind: 'ofList', field: fieldWithin(element, item, all(source!, template.list!.selector)) }
  const field = fieldOf(element)
  if (template.list) return { kind: 'field', field }
  for (const [origin, node] of origins.entries()) {
    const other = node === undefined ? undefined : page!.sources[node]
    const found = other && listOf(other, element)
    if (found) return { kind: 'field', field, like: { origin, ...found } }
  }
  return { kind: 'field', field }
}

function drawMarks(): void {
  const ofFields = template.fields.flatMap(({ selector }) =>
    selector ? all(source!, selector).slice(0, 1) : [],
  )
  const items = template.list ? all(source!, template.list.selector) : []
  const ofItems = items.flatMap((item) =>
    template.list!.fields.map(({ selector }) => (selector === undefined ? item : all(item, selector)[0])),
  )
  mark('chosen', numbersOf([...ofFields, ...ofItems]))
  mark('item', numbersOf(items))
}

const numbersOf = (elements: readonly (Element | undefined)[]) =>
  elements.flatMap((element) => {
    const number = element && page!.numberOf.get(element)
    return number === undefined ? [] : [number]
  })

/** The boxes that bear a mark are these alone. */
function mark(name: string, nodes: readonly number[]): HTMLElement[] {
  for (const box of document.querySelectorAll(`.${name}`)) box.classList.remove(name)
  const boxes = nodes.flatMap((node) => page?.drawn.get(node) ?? [])
  for (const box of boxes) box.classList.add(name)
  return boxes
}

tell({ type: 'ready' })
