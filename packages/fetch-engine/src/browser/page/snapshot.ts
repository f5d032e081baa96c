import type { CDPSession } from 'puppeteer-core'
import { readTextInPage } from '../protocol/run-in-page.ts'

/**
 * The page as it stands, as HTML with its doctype; content of open shadow roots stands where it is shown. Empty when
 * Chromium shows an error page of its own, as it does for an error status without a body. Undefined when it has more
 * than `maxBytes` in UTF-8.
 */
export function snapshot(
  session: CDPSession,
  frameId: string,
  maxBytes: number,
): Promise<string | undefined> {
  return readTextInPage(session, frameId, serializeDocument, maxBytes)
}

function serializeDocument(): string {
  if (document.URL.startsWith('chrome-error:')) return ''
  const { doctype, documentElement: root } = document
  const head = doctype ? `<!DOCTYPE ${doctype.name}>\n` : ''
  if (root === null) return head
  const hosts: Element[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT)
  for (let node: Node | null = root; node !== null; node = walker.nextNode()) {
    if ((node as Element).shadowRoot) hosts.push(node as Element)
  }
  return head + (hosts.length === 0 ? root.outerHTML : flattened(root).outerHTML)

  /** A copy in an inert document, where neither scripts nor custom elements come to life. */
  function flattened(from: Element): Element {
    const inert = document.implementation.createHTMLDocument()
    const top = inert.importNode(from, false)
    const work: [source: Node, copy: Node][] = [[from, top]]
    for (let item = work.pop(); item !== undefined; item = work.pop()) {
      const [source, copy] = item
      for (const child of shownChildren(source)) {
        const childCopy = inert.importNode(child, child.nodeName === 'TEMPLATE')
        copy.appendChild(childCopy)
        if (child.nodeName !== 'TEMPLATE') work.push([child, childCopy])
      }
    }
    return top
  }

  /** Children as they show: a host's shadow content, and in a slot what was put there. */
  function shownChildren(node: Node): Node[] {
    const shadow = (node as Element).shadowRoot
    if (shadow) return [...shadow.childNodes]
    if (node instanceof HTMLSlotElement) {
      const assigned = node.assignedNodes()
      if (assigned.length > 0) return assigned
    }
    return [...node.childNodes]
  }
}
