import { isOwnConsentName } from '@gleaner/markup/consent-containers'
import { attribute } from './markup.ts'

/** Attributes that hide an element, or leave it to a script whether it is ever shown (AngularJS, Vue, Alpine). */
const HIDING =
  /(?:^|[\s"'])(?:hidden(?=[\s=/]|$)|(?:data-)?ng-(?:if|show|cloak|repeat|switch-when)\b|v-(?:if|else|show|for|cloak)\b|x-(?:show|cloak)\b)|display\s*:\s*none|visibility\s*:\s*hidden/i
/** One of these stands in every text that `HIDING` fits. */
const SIGNS_OF_HIDING = ['hidden', 'none', 'ng-', 'v-', 'x-']
/**
 * Classes for what is read aloud only. Sources: Bootstrap, Tailwind, WordPress, Drupal. Tried on the text of a tag, as no tree is built here;
 * what other classes hide (`isHiddenByClass` of markup), a script may show, so that it counts as there.
 */
const FOR_SCREEN_READERS = /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-text|element-invisible)(?:\s|$)/
/** What stands on each page of a site, around the page itself. */
const FRAMES: ReadonlySet<string> = new Set(['header', 'nav', 'footer', 'aside'])
const FRAME_ROLES = /\brole\s*=\s*["']?(?:navigation|banner|contentinfo|complementary)\b/i

/** Longest style sheet that is read, in characters, and most of its names: the shells of applications bring little of them. */
const MAX_STYLE = 16 * 1024
const MAX_NAMES = 200
const DISPLAYS_NONE = /display\s*:\s*none/i

/** Knows of an element whether a reader sees it while no script has run. */
export class HiddenElements {
  /** `.class` and `#id` that the page's own style sheets hide. */
  private readonly byStyle = new Set<string>()

  /** Takes the names that a style sheet hides on every screen: rules of simple selectors, outside of at-rules. */
  addStyle(style: string): void {
    if (style.length > MAX_STYLE || !style.includes('none')) return
    let depth = 0
    let selectors = ''
    let at = 0
    for (const { 0: brace, index } of style.matchAll(/[{}]/g)) {
      const part = style.slice(at, index)
      at = index + 1
      if (brace === '{') {
        if (depth++ === 0) selectors = part
        continue
      }
      if (depth === 1 && DISPLAYS_NONE.test(part)) this.addSelectors(selectors)
      depth = Math.max(0, depth - 1)
    }
  }

  hides(tag: string, id: string | undefined, attributes: string): boolean {
    if (attributes.length < 4) return false
    if (SIGNS_OF_HIDING.some((sign) => attributes.includes(sign)) && HIDING.test(attributes)) return true
    const classes = attributes.includes('class') ? attribute(attributes, 'class') : undefined
    if (classes === undefined && id === undefined) return false
    const names = `${id ?? ''} ${classes ?? ''}`
    if (FOR_SCREEN_READERS.test(names) || (tag !== 'body' && isOwnConsentName(names))) return true
    return this.byStyle.size > 0 && this.isHiddenByStyle(id, classes)
  }

  private addSelectors(selectors: string): void {
    if (selectors.length > 1_000 || selectors.includes('@')) return
    for (const selector of selectors.split(',')) {
      const name = selector.trim()
      if (/^[.#][\w-]+$/.test(name) && this.byStyle.size < MAX_NAMES) this.byStyle.add(name)
    }
  }

  private isHiddenByStyle(id: string | undefined, classes = ''): boolean {
    return this.byStyle.has(`#${id}`) || classes.split(/\s+/).some((name) => this.byStyle.has(`.${name}`))
  }
}

/** Whether an element frames the pages of a site: its header, navigation, footer or margin. */
export function isFrame(tag: string, attributes: string): boolean {
  return FRAMES.has(tag) || (attributes.includes('role') && FRAME_ROLES.test(attributes))
}
