import type { CDPSession, Protocol } from 'puppeteer-core'
import { beside, callInWorld, inWhateverDocument, worldOf } from '../protocol/run-in-page.ts'

/** What a page's functions in our world find: the closed shadow root of a custom element, and those asked for it. */
declare global {
  var closedRoots: WeakMap<Element, ShadowRoot> | undefined
  var asked: WeakSet<Element> | undefined
}

/** Custom elements that are asked for their root; closed roots within closed roots are found so deep. */
const MOST_ELEMENTS = 100
const MOST_LEVELS = 4

/**
 * Lets the functions that run in a frame see the closed shadow roots of its custom elements, which scripts cannot: it
 * fills `closedRoots` in our world.
 */
export function findClosedRoots(session: CDPSession, frameId: string): Promise<void> {
  return inWhateverDocument(session, () => findInDocument(session, frameId))
}

async function findInDocument(session: CDPSession, frameId: string): Promise<void> {
  const executionContextId = await worldOf(session, frameId)
  for (let level = 0; level < MOST_LEVELS; level++) {
    const functionDeclaration = TAKE_OPAQUE.toString()
    const most = [{ value: MOST_ELEMENTS }]
    const { objectId } = await callInWorld(session, {
      functionDeclaration,
      executionContextId,
      arguments: most,
    })
    if (objectId === undefined) return
    const { result } = await session.send('Runtime.getProperties', { objectId, ownProperties: true })
    const hosts = result.filter(({ value }) => value?.subtype === 'node').map(({ value }) => value!)
    await Promise.all(hosts.map((host) => tellRoot(session, host, executionContextId)))
  }
}

async function tellRoot(
  session: CDPSession,
  { objectId }: Protocol.Runtime.RemoteObject,
  executionContextId: number,
): Promise<void> {
  const { node } = await session.send('DOM.describeNode', { objectId, depth: 0, pierce: true })
  const closed = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === 'closed')
  if (closed === undefined) return
  const { backendNodeId } = closed
  const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId })
  await callInWorld(session, {
    functionDeclaration: 'function (root) { closedRoots.set(this, root) }',
    objectId,
    arguments: [{ objectId: object.objectId }],
  })
}

/** Runs in a page: as `opaqueElements`, and none of them again; undefined when there are none. */
function takeOpaque(most: number): Element[] | undefined {
  const found = opaqueElements(most)
  for (const element of found) asked!.add(element)
  return found.length > 0 ? found : undefined
}

const TAKE_OPAQUE = beside(takeOpaque, opaqueElements)

/** Runs in a page: custom elements that may have a closed root, and have not been asked for it. */
export function opaqueElements(most: number): Element[] {
  // Elements of such an id would be found under these names.
  if (!(globalThis.closedRoots instanceof WeakMap)) globalThis.closedRoots = new WeakMap()
  if (!(globalThis.asked instanceof WeakSet)) globalThis.asked = new WeakSet()
  const { closedRoots, asked } = globalThis
  const found: Element[] = []
  const trees: Node[] = [document]
  for (let i = 0; i < trees.length && found.length < most; i++) {
    const walker = document.createTreeWalker(trees[i]!, NodeFilter.SHOW_ELEMENT)
    while (walker.nextNode() && found.length < most) {
      const element = walker.currentNode as Element
      const root = element.shadowRoot ?? closedRoots.get(element)
      if (root) trees.push(root)
      else if (element.localName.includes('-') && !asked.has(element) && element.matches(':defined'))
        found.push(element)
    }
  }
  return found
}
