import type { Element } from '@gleaner/markup'
import { findHeadingIds } from './heading-ids.ts'
import type { Outline } from './outline.ts'

/**
 * What an element's class and id say about it, by whole words of the name (`RelatedLinks_list__x1` has the words
 * related, links, list, x1). Words collected from the theme and CMS markup of the web at large. Each field is the word
 * that matched, so that a word which a page uses for its content can be ignored throughout that page.
 */
export interface NameVerdict {
  /** Never part of what the page is about: navigation, advertising, consent, sharing. */
  clutter: string | undefined
  /** Part of some pages' content and beside others': author boxes, tags, credits. */
  aside: string | undefined
  /** Reader comments, which are the content of a forum page. */
  comments: string | undefined
  /** What buyers say about the thing that the page offers. */
  reviews: string | undefined
  /** What surrounds the text of a forum's post: its author's statistics, signature, buttons. */
  postFrame: string | undefined
}

const words = (list: string) => list.trim().split(/\s+/).join('|')

/** Of consent to cookies; `cmp` is not among them, as it also stands for comparisons. */
const CONSENT_WORDS = words(`
  cookie cookies cookieconsent consent gdpr ccpa onetrust cookiebot didomi usercentrics
`)

/**
 * What is there for machines, or shows on hover or on paper only. The classes that hide for certain are markup's (`isHiddenByClass`), and
 * their elements are never looked at.
 */
const HIDDEN_WORDS = words('noprint visuallyhidden print-only sr-only screen-reader tool-?tip')

const CLUTTER_WORDS = words(`
  ad ads advertisement promo promotion outbrain taboola breadcrumb breadcrumbs crumbs nav navbar navigation
  subnav menu footer masthead toolbar skip skiplinks cmp
  share sharing addtoany sharedaddy social newsletter subscribe signup popup modal overlay
  lightbox drawer paywall login search pagination pager related relatedposts recommended recommendation recommendations
  recirc recirculation trending popular mostread readmore yarpp crp sidebar sidebars rail print rating ratings vote poll
  polls feedback helpful dropdown filter filters facets refinements? sorting swatch swatches
  quantity qty wish-?list compare mini-?cart cart quick-?view announcement sticky-bar sticky-header upsell upsells cross-sell
  product-form
`)

const CLUTTER_PHRASES = words(`
  social-(?:links?|icons?|bar|buttons?|share|media|nav) share-(?:links?|icons?|bar|buttons?|tools?)
  (?:article|post|entry|story)-(?:share|sharing|social|tools|actions|footer|nav|navigation|pagination|related)
  read-(?:more|next|also) also-(?:read|like|see) more-(?:from|on|stories|news|articles|posts|like|info|links)
  most-(?:read|popular|viewed|recent|shared) recent-(?:posts?|articles?|news|stories|comments)
  (?:latest|top|other|similar|next|prev|previous)-(?:posts?|articles?|news|stories|story|reads?|videos?)
  you-(?:may|might) email-(?:signup|form|capture) print-(?:link|button)
  skip-(?:link|to|nav|content) back-to-top site-(?:header|footer|nav) page-(?:footer|navigation|nav)
  global-(?:header|footer|nav) main-(?:nav|menu|navigation) language-(?:switcher|selector)
  app-(?:promo|banner|download) follow-(?:us|me|links?|buttons?) buy-(?:box|now) add-to-cart
`)

const ASIDE_WORDS = words(`
  tag tags taglist topics categories category byline timestamp author authors bio copyright disclaimer credit credits
  meta metadata infoline caption captions wp-caption-text legal factbox textbox carousel swiper slider slick
`)

const COMMENT_WORDS = words(`
  comment comments disqus respond replies reply discussion
`)

/** With the names that review services give to their boxes. */
const REVIEW_WORDS = words(`
  reviews? ugc bazaarvoice yotpo okendo oke jdgm judgeme stamped-main loox trustpilot trustbox powerreviews feefo reevoo
`)

const POST_FRAME_WORDS = words(`
  signature usertitle userextras? user-extras? user-stats?
  profile-(?:posts|joined|rank|location|contact|warnings|custom) postprofile user-?profile user-?details user-?info
  avatar avatars badge badges reputation reactions? reacts? likes? score scores permalink post-?menu post-?buttons?
  post-?actions? actions? controls toolbar buttons post-?number postcount edited topic-?actions? topic-?tools
  thread-?tools jumpbox moderat\\w+ online-?list poll topic-?map
`)

const oneOf = (list: string) => new RegExp(`-(${list})-`)
const CLUTTER = oneOf(`${CLUTTER_WORDS}|${CONSENT_WORDS}|${CLUTTER_PHRASES}|${HIDDEN_WORDS}`)
const ASIDE = oneOf(ASIDE_WORDS)
const COMMENTS = oneOf(COMMENT_WORDS)
const REVIEWS = oneOf(REVIEW_WORDS)
const POST_FRAME = oneOf(POST_FRAME_WORDS)

/** Whether a word of `clutter` speaks of consent, or of what is hidden. */
export const CONSENT = new RegExp(`^(?:${CONSENT_WORDS})$`)
export const HIDDEN = new RegExp(`^(?:${HIDDEN_WORDS})$`)

export const NOTHING: NameVerdict = {
  clutter: undefined,
  aside: undefined,
  comments: undefined,
  reviews: undefined,
  postFrame: undefined,
}

/** What the names of a page's elements say, in their order. A page is looked at several times, and its names are read once. */
export function readNames(outline: Outline): readonly NameVerdict[] {
  const known = READ.get(outline)
  if (known) return known
  const cache: Cache = { names: new Map(), tokens: new Map() }
  const titled = findHeadingIds(outline)
  const verdicts = outline.elements.map((element, i) => readName(element, cache, titled.has(i)))
  READ.set(outline, verdicts)
  return verdicts
}

const READ = new WeakMap<Outline, readonly NameVerdict[]>()

/** Names repeat all over a page, and their tokens all the more. */
interface Cache {
  names: Map<string, NameVerdict>
  tokens: Map<string, string>
}

function readName({ attrs }: Element, { names, tokens }: Cache, isTitled: boolean): NameVerdict {
  const className = attrs.class
  const id = isTitled ? undefined : attrs.id
  if (!className && !id) return NOTHING
  const name = `${className ?? ''} ${id ?? ''}`
  const known = names.get(name)
  if (known) return known
  const verdict = judge(toWords(name, tokens))
  names.set(name, verdict)
  return verdict
}

function judge(name: string): NameVerdict {
  return {
    clutter: CLUTTER.exec(name)?.[1],
    aside: ASIDE.exec(name)?.[1],
    comments: COMMENTS.exec(name)?.[1],
    reviews: REVIEWS.exec(name)?.[1],
    postFrame: POST_FRAME.exec(name)?.[1],
  }
}

/** `relatedLinks_list` to `-related-links-list-`. */
function toWords(name: string, known: Map<string, string>): string {
  const classes = name.slice(0, 300).split(/\s+/)
  const isPost = classes.some((token) => POST_TYPE.test(token))
  const tokens = classes.map((token) => (isPost && TOPIC.test(token) ? '' : dashed(token, known)))
  // A name of many words is the slug of a heading; it says what the text is about, not what the box is.
  return `-${tokens.filter((token) => !MANY_WORDS.test(token)).join('-')}-`
}

const MANY_WORDS = /^(?:[^-]*-){6}/

/** WordPress names the topics of a post among its classes. */
const POST_TYPE = /^(?:hentry|type-\w+)$/
const TOPIC = /^(?:category|tag)-/

/** What a layout has beside the box or does without (`has-rail-right`, `no-sidebar`), not what the box is. */
const LAYOUT = /^(?:has|with|without|no)[-_]/i

function dashed(token: string, known: Map<string, string>): string {
  let words = known.get(token)
  if (words === undefined) {
    words = toDashed(token)
    known.set(token, words)
  }
  return words
}

function toDashed(token: string): string {
  if (LAYOUT.test(token)) return ''
  return (
    token
      // A modifier says how a box looks or what it lacks (`page--no-sidebar`), not what it is.
      .replace(/--[\w-]+/g, '')
      .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
  )
}
