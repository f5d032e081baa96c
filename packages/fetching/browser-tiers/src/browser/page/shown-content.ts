/** What a page shows outside of its header, footer and navigation. */
export interface ShownContent {
  /** Characters of words that can be read, in frames that hold content too, counted up to `enough`. */
  text: number
  /** The same of all else that stands in the page. */
  around: number
  /** Grows and shrinks with the document: its elements and characters. */
  size: number
  /**
   * What tells that more will come: it is `said` (to assistive technology, or by words that trail off in place of the
   * content), or something without words `moves` for ever.
   */
  loading?: 'said' | 'moves'
}

/**
 * Runs in a page, beside `readableText` and `contentFrames`. Looks at no more than it takes to count to `enough`; gives
 * the shadow roots that it has met, too.
 */
export function shownContent(enough: number): ShownContent & { roots: ShadowRoot[] } {
  const AROUND = 'nav, header, footer, aside'
  const BUSY = '[aria-busy=true], [role=progressbar]:not([aria-valuenow]), progress:not([value])'
  const MOST = 50
  const documents = [document, ...contentFrames().map((frame) => frame.contentDocument!)]
  const found = documents.map((each) => readableText(each, enough))
  const text = found.reduce((sum, one) => sum + one.text, 0)
  const around = found.reduce((sum, one) => sum + one.around, 0)
  const size = document.getElementsByTagName('*').length + (document.body?.textContent ?? '').length
  const roots = found.flatMap((one) => one.roots)
  if (text >= enough) return { text, around, size, roots }
  const loading = isSaid() ? 'said' : documents.some(isMoving) ? 'moves' : undefined
  return { text, around, size, roots, ...(loading && { loading }) }

  function isSaid(): boolean {
    const words = found.map((one) => one.words).join(' ')
    const trailsOff = words.length <= 60 && /(?:\.\.\.|…)$/.test(words)
    return (
      trailsOff || documents.some((each) => [...each.querySelectorAll(BUSY)].slice(0, MOST).some(isShown))
    )
  }

  function isMoving(of: Document): boolean {
    return of
      .getAnimations()
      .slice(0, MOST)
      .some(({ playState, effect }) => {
        const target = (effect as KeyframeEffect | null)?.target
        const isEndless = effect?.getTiming().iterations === Number.POSITIVE_INFINITY
        return playState === 'running' && isEndless && target?.textContent?.trim() === '' && isShown(target)
      })
  }

  function isShown(element: Element): boolean {
    return element.checkVisibility({ visibilityProperty: true }) && element.closest(AROUND) === null
  }
}

/**
 * Runs in a page: the text of a document outside of its header, footer and navigation, that in open shadow roots too,
 * counted up to `enough`; and those roots.
 */
export function readableText(
  of: Document,
  enough: number,
): { text: number; around: number; words: string; roots: ShadowRoot[] } {
  const SILENT = 'script, style, noscript, template, svg, option'
  const AROUND = `nav, footer, aside, [role=navigation], [role=contentinfo], [role=complementary], [role=banner]`
  const MOST_NODES = 20_000
  let [text, around, words, nodes] = [0, 0, '', 0]
  const roots: ShadowRoot[] = []
  if (of.body !== null) count(of.body)
  // Roots that are found meanwhile come after those that are known.
  for (let i = 0; i < roots.length; i++) count(roots[i]!)
  return { text, around, words, roots }

  function count(tree: Node): void {
    const walker = of.createTreeWalker(tree, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
      if (node.nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT
      return isLeftOut(node as Element) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP
    })
    for (; text < enough && nodes < MOST_NODES && walker.nextNode(); nodes++) {
      const { data, parentElement, parentNode } = walker.currentNode as Text
      const read = data.trim()
      const element = parentElement ?? (parentNode as ShadowRoot | null)?.host
      if (read === '' || !element?.checkVisibility({ visibilityProperty: true })) continue
      text += lengthOfWords(read)
      if (words.length < enough) words += words === '' ? read : ` ${read}`
    }
  }

  /** Characters of words: a logo drawn of bars and slashes says nothing. */
  function lengthOfWords(read: string): number {
    const drawn = read.match(/[^\p{L}\p{N}\s]/gu)?.length ?? 0
    return drawn * 2 > read.length ? 0 : read.length
  }

  function isLeftOut(element: Element): boolean {
    if (element.matches(SILENT)) return true
    const isHeader = element.localName === 'header' && element.closest('main, article, section') === null
    const isAround = isHeader || element.matches(AROUND)
    if (isAround) around += element.textContent!.trim().length
    else if (element.shadowRoot !== null) roots.push(element.shadowRoot)
    return isAround
  }
}

/**
 * Runs in a page: its frames (of a frameset, too) of the same origin that take a quarter of the window or more. Advertisements do not, and
 * what is hidden is not among them.
 */
export function contentFrames(): HTMLIFrameElement[] {
  const enough = (innerWidth * innerHeight) / 4
  const all = [...document.querySelectorAll<HTMLIFrameElement>('iframe, frame')]
  return all.slice(0, 50).filter(isLarge).slice(0, 3)

  function isLarge(frame: HTMLIFrameElement): boolean {
    const { left, right, width, height } = frame.getBoundingClientRect()
    const isInWindow = width * height >= enough && right > 0 && left < innerWidth
    return (
      isInWindow &&
      frame.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      (frame.contentDocument?.body ?? null) !== null
    )
  }
}
