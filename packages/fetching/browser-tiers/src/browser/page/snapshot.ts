import type { CDPSession } from 'puppeteer-core'
import { beside, readTextInPage } from '../protocol/run-in-page.ts'
import { findClosedRoots, opaqueElements } from './closed-roots.ts'
import { contentFrames, readableText } from './shown-content.ts'

/**
 * The page as it stands, as HTML with its doctype. Content of shadow roots stands where it is shown, and so does that of
 * frames of the same origin that say more than the page around them. Empty when Chromium shows an error page of its own,
 * as it does for an error status without a body. Undefined when it has more than `maxBytes` in UTF-8.
 */
export async function snapshot(
  session: CDPSession,
  frameId: string,
  maxBytes: number,
): Promise<string | undefined> {
  let whole = await readTextInPage(session, frameId, SERIALIZE_UNLESS_OPAQUE, maxBytes)
  if (whole === null) {
    await findClosedRoots(session, frameId)
    whole = await readTextInPage(session, frameId, SERIALIZE, maxBytes)
  }
  // What scripts have put in for themselves counts as long as there is room for it.
  whole ??= await readTextInPage(session, frameId, SERIALIZE_LEAN, maxBytes)
  return whole ?? undefined
}

const HELPERS = [readableText, contentFrames]
const SERIALIZE_UNLESS_OPAQUE = beside(
  () => (opaqueElements(1).length > 0 ? null : serializeDocument(false)),
  opaqueElements,
  serializeDocument,
  ...HELPERS,
)
const SERIALIZE = beside(() => serializeDocument(false), serializeDocument, ...HELPERS)
const SERIALIZE_LEAN = beside(() => serializeDocument(true), serializeDocument, ...HELPERS)

/** `isLean`: without styles, scripts that hold no data, and pictures that stand in the document. */
function serializeDocument(isLean: boolean): string {
  const LEFT_OUT = 'style, script:not([type*=json])'
  /** As much of a frame's text is compared with the page's. */
  const COMPARED_CHARS = 5_000
  /** So little text beside a large frame are the controls around what it shows. */
  const FRAMING_CHARS = 200
  if (document.URL.startsWith('chrome-error:')) return ''
  const { doctype, documentElement: root } = document
  const head = doctype ? `<!DOCTYPE ${doctype.name}>\n` : ''
  if (root === null) return head
  const hosts: Element[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT)
  for (let node: Node | null = root; node !== null; node = walker.nextNode()) {
    if (rootOf(node)) hosts.push(node as Element)
  }
  const frames = new Set<Node>(telling())
  return head + (!isLean && hosts.length + frames.size === 0 ? root.outerHTML : flattened(root).outerHTML)

  function rootOf(node: Node): ShadowRoot | false | undefined {
    const { closedRoots } = globalThis
    return (
      (node as Element).shadowRoot ?? (closedRoots instanceof WeakMap && closedRoots.get(node as Element))
    )
  }

  /** Frames that hold what the page is about. */
  function telling(): HTMLIFrameElement[] {
    const large = contentFrames()
    if (large.length === 0) return large
    const { text } = readableText(document, COMPARED_CHARS)
    return large.filter(({ contentDocument: of }) => {
      const within = readableText(of!, COMPARED_CHARS).text
      return within > text || (within > 0 && text < FRAMING_CHARS)
    })
  }

  /** A copy in an inert document, where neither scripts nor custom elements come to life. */
  function flattened(from: Element): Element {
    const inert = document.implementation.createHTMLDocument()
    const top = inert.importNode(from, false)
    const work: [source: Node, copy: Node][] = [[from, top]]
    for (let item = work.pop(); item !== undefined; item = work.pop()) {
      const [source, copy] = item
      for (const child of shownChildren(source)) {
        if (isLean && child instanceof Element && child.matches(LEFT_OUT)) continue
        const box = boxFor(child)
        const childCopy = box
          ? inert.createElement(box)
          : inert.importNode(child, child.nodeName === 'TEMPLATE')
        copy.appendChild(childCopy)
        if (isLean && (childCopy as Element).getAttribute?.('src')?.startsWith('data:'))
          (childCopy as Element).removeAttribute('src')
        if (child.ownerDocument !== document) makeAbsolute(child, childCopy)
        if (child.nodeName !== 'TEMPLATE') work.push([child, childCopy])
      }
    }
    return top
  }

  /** What shows the content of frames: a frameset may hold nothing else than frames. */
  function boxFor(node: Node): string | undefined {
    if (frames.has(node)) return 'div'
    if (node.nodeName !== 'FRAMESET' || frames.size === 0) return undefined
    return node.parentNode === root ? 'body' : 'div'
  }

  /** A frame's addresses are not relative to the page. */
  function makeAbsolute({ baseURI }: Node, copy: Node): void {
    if (!(copy instanceof Element)) return
    for (const name of ['href', 'src']) {
      const address = copy.getAttribute(name)
      const url = address === null ? null : URL.parse(address, baseURI)
      if (url !== null) copy.setAttribute(name, url.href)
    }
  }

  /** What a frame keeps for other states of it, as its messages of errors, is hidden as a whole. */
  function shownIn(body: HTMLElement): Node[] {
    return [...body.childNodes].filter((node) => node.nodeType !== 1 || (node as Element).checkVisibility())
  }

  /** Children as they show: a host's shadow content, in a slot what was put there, and a frame's body. */
  function shownChildren(node: Node): Node[] {
    if (frames.has(node)) return shownIn((node as HTMLIFrameElement).contentDocument!.body)
    const shadow = rootOf(node)
    if (shadow) return [...shadow.childNodes]
    if (node instanceof HTMLSlotElement) {
      const assigned = node.assignedNodes()
      if (assigned.length > 0) return assigned
    }
    return [...node.childNodes]
  }
}
