import { contentFrames, type ShownContent, shownContent } from './shown-content.ts'

/**
 * Runs in a page, beside what `shown-content.ts` holds: resolves once the page and the frames that hold its
 * content did not change for `quietMs`, and the page's scripts let others run; at the latest after `maxMs`. With
 * `minText` it waits until so many characters are shown, too, and nothing tells that more will come. A page without
 * scripts, and without frames for its body, has all it will ever have.
 */
export function untilStable(
  quietMs: number,
  maxMs: number,
  minText: number,
  enough: number,
): Promise<ShownContent> {
  return new Promise((resolve) => {
    const hasScripts = document.scripts.length > 0 || document.querySelector('frame') !== null
    const isWhole = !hasScripts || document.body === null
    if (isWhole) return resolve({ text: enough, around: 0, size: 0 })
    const observer = new MutationObserver(waitAgain)
    const observed = new Set<Node>()
    const endsAt = performance.now() + maxMs
    let dueAt = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    observe(documents())
    waitAgain()

    function waitAgain(): void {
      clearTimeout(timer)
      const now = performance.now()
      dueAt = Math.min(now + quietMs, endsAt)
      timer = setTimeout(onQuiet, dueAt - now)
    }

    function onQuiet(): void {
      const now = performance.now()
      // A script that held the page for so long goes on in the next task, or shows what it made.
      const wasHeld = now - dueAt > quietMs
      const { roots, ...content } = shownContent(enough)
      const isEarly = observe([...documents(), ...roots]) || wasHeld
      const lacksText = minText > 0 && (content.text < minText || content.loading !== undefined)
      if (now < endsAt && (isEarly || lacksText)) waitAgain()
      else finish(content)
    }

    function finish(content: ShownContent): void {
      observer.disconnect()
      clearTimeout(timer)
      resolve(content)
    }

    function documents(): Document[] {
      return [document, ...contentFrames().map((frame) => frame.contentDocument!)]
    }

    /** Whether one of these trees, documents and shadow roots, had not been observed. */
    function observe(trees: Node[]): boolean {
      const before = observed.size
      for (const each of trees) {
        if (observed.has(each)) continue
        observed.add(each)
        observer.observe(each, { childList: true, subtree: true, characterData: true })
      }
      return observed.size > before
    }
  })
}
