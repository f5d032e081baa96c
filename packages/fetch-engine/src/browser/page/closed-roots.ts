import type { CDPSession, Protocol } from 'puppeteer-core'
import { callInWorld, inWhateverDocument, worldOf } from '../protocol/run-in-page.ts'

/** What a page's functions in our world find: the closed shadow root of a custom element. */
declare global {
  var closedRoots: WeakMap<Element, ShadowRoot> | undefined
}

/** Custom elements that are asked for their root; closed roots within closed roots are found so deep. */
const MOST_ELEMENTS = 100
const MOST_LEVELS = 4

/**
 * Lets the functions that run in a frame see the closed shadow roots of its custom elements, which scripts cannot: it
 * fills `closedRoots` in our world. A page without such elements costs one look at it.
 */
export function findClosedRoots(session: CDPSession, frameId: string): Promise<void> {
  return inWhateverDocument(session, () => findInDocument(session, frameId))
}

async function findInDocument(session: CDPSession, frameId: string): Promise<void> {
  const executionContextId = await worldOf(session, frameId)
  for (let level = 0; level < MOST_LEVELS; level++) {
    const declaration = `() => (${opaqueElements})(${MOST_ELEMENTS})`
    const { objectId } = await callInWorld(session, { functionDeclaration: declaration, executionContextId })
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

/**
 * Runs in a page: custom elements that may have a closed root and were not given before; undefined when there are none.
 */
function opaqueElements(most: number): Element[] | undefined {
  const world = globalThis as typeof globalThis & { asked?: WeakSet<Element> }
  // Elements of such an id would be found under these names.
  if (!(world.closedRoots instanceof WeakMap)) world.closedRoots = new WeakMap()
  if (!(world.asked instanceof WeakSet)) world.asked = new WeakSet()
  const { closedRoots, asked } = world
  const found: Element[] = []
  const trees: Node[] = [document]
  for (let i = 0; i < trees.length && found.length < most; i++) {
    const walker = document.createTreeWalker(trees[i]!, NodeFilter.SHOW_ELEMENT)
    while (walker.nextNode() && found.length < most) {
      const element = walker.currentNode as Element
      const root = element.shadowRoot ?? closedRoots.get(element)
      if (root) trees.push(root)
      else if (element.localName.includes('-') && !asked.has(element) && element.matches(':defined')) {
        asked.add(element)
        found.push(element)
      }
    }
  }
  return found.length > 0 ? found : undefined
}
