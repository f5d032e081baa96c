import type { PageFeatures } from './page-features.ts'
import { THIRD_PARTY_SCRIPTS } from './scripts.ts'
import { APP_ROOTS, CLIENT_APPS, LOADING_TEXT, NEEDS_SCRIPT } from './shells.ts'

export interface Shell {
  rule: string
  detail: string
  refreshTo?: string
}

/** With fewer patterns, or a smaller share of its pieces of text, a page has a widget that waits for its values. */
const MIN_PATTERNS = 3
const MIN_SHARE_OF_PATTERNS = 0.1
/** A page with more text is none, though all of it may be hidden until a script runs. */
const MOST_TEXT = 3_000
/** Inline scripts shorter than this, in characters without white space, build no page. */
const SHORTEST_BUILDER = 40
/** With more text than this around the page's own part, that part is not all there is to read. */
const MAX_TEXT_OF_FRAME = 300
/** More than this for visitors without scripts is the page itself, as forums send it. */
const MAX_NOSCRIPT = 800
/** With more text than this beside it, an empty root is a widget of a page, not the page. */
const MAX_TEXT_BESIDE_ROOT = 700
/** With more text than this, a request for scripts is a remark of a page that works without. */
const MAX_TEXT_BESIDE_REQUEST = 300
/** With more text than this, what is still being loaded is a part beside the page's content. */
const MAX_TEXT_BESIDE_LOADING = 1_500
/** With more text than this, an empty element is room for a message or a widget. */
const MAX_TEXT_BESIDE_BLANK = 400
/** Redirects by meta tag wait this long at most before they are taken for a page of their own, in seconds. */
const MAX_REFRESH_SECONDS = 15

/**
 * Whether a page is only the shell that scripts fill. A tiny page is complete unless something says that more is to
 * come: an empty root, a request to enable scripts, a loading line, or scripts and nothing else.
 */
export function findShell(page: PageFeatures, finalUrl: string): Shell | undefined {
  if (isUnfilled(page)) return shell('patterns')
  if (page.text.length >= MOST_TEXT || !page.isWhole) return undefined
  if (page.noscriptText.length > MAX_NOSCRIPT) return undefined
  return (
    refreshShell(page, finalUrl) ??
    scriptRedirect(page) ??
    requestShell(page) ??
    rootShell(page) ??
    scriptOnlyShell(page) ??
    blankShell(page) ??
    awaitingShell(page)
  )
}

/** The page redirects by a meta tag to another one of its site: what it says meanwhile is not weighed. */
export function findForward(page: PageFeatures, finalUrl: string): Shell | undefined {
  const forward = refreshShell(page, finalUrl)
  if (!forward?.refreshTo) return undefined
  return URL.parse(forward.refreshTo)?.host === URL.parse(finalUrl)?.host ? forward : undefined
}

/** The page redirects by a meta tag. */
function refreshShell(page: PageFeatures, finalUrl: string): Shell | undefined {
  const { refresh, text } = page
  if (!refresh || refresh.url === '' || refresh.seconds > MAX_REFRESH_SECONDS || text.length > 600)
    return undefined
  const target = URL.parse(refresh.url, finalUrl)
  if (!target || !/^https?:$/.test(target.protocol) || withoutHash(target) === withoutHash(new URL(finalUrl)))
    return undefined
  return { rule: 'meta-refresh', detail: 'The page sends the visitor on', refreshTo: target.href }
}

/** A short script does nothing but redirect. */
function scriptRedirect({ scriptText, scriptSources, text, fields }: PageFeatures): Shell | undefined {
  const isShort =
    scriptText.length <= 800 && scriptSources.length === 0 && text.length <= 400 && fields.length === 0
  return isShort && SCRIPT_REDIRECT.test(scriptText) ? shell('script-redirect') : undefined
}

const SCRIPT_REDIRECT =
  /(^|[;{}()\s,])((window|document|self|top|parent)\.)?location(\.href)?\s*=\s*["'`a-z(]|location\.(replace|assign)\(/i

/** The page says that it needs scripts. */
function requestShell(page: PageFeatures): Shell | undefined {
  const { text, shown, noscriptText, scriptSources, scriptText } = page
  const mostText = hasEmptyRoot(page) ? MAX_TEXT_BESIDE_ROOT : MAX_TEXT_BESIDE_REQUEST
  const hasScripts = scriptSources.length > 0 || scriptText.length > 0
  const isShort = shown.text.length <= mostText
  if (isShort && NEEDS_SCRIPT.some((words) => words.test(text)) && (hasScripts || noscriptText === ''))
    return shell('asks-for-scripts')
  const inNoscript = isShort && NEEDS_SCRIPT.some((words) => words.test(noscriptText))
  const isBare = shown.text.length <= 120 || isLoading(shown.text) || hasEmptyRoot(page)
  return inNoscript && hasScripts && isBare && !isComplete(page) ? shell('asks-for-scripts') : undefined
}

/** The element that a framework fills is empty. */
function rootShell(page: PageFeatures): Shell | undefined {
  const { shown, scriptSources } = page
  if (!hasOwnScripts(page)) return undefined
  if (shown.text.length <= 150 && scriptSources.some((source) => CLIENT_APPS.test(source)))
    return shell('client-app')
  if (!hasEmptyRoot(page)) return undefined
  const isForm = shown.fields > 0 && shown.text.length > 200
  return shown.text.length <= MAX_TEXT_BESIDE_ROOT && shown.links < 30 && !isForm
    ? shell('empty-root')
    : undefined
}

/** Scripts, and nothing that a person could read, see or fill in. */
function scriptOnlyShell(page: PageFeatures): Shell | undefined {
  const { shown } = page
  // Some shells print the state of the server where the page will be.
  const isBare = shown.text === '' || isLoading(shown.text) || /^\{.*\}$/s.test(shown.text)
  if (!isBare || shown.length > MAX_TEXT_OF_FRAME || shown.images > 1) return undefined
  if (shown.fields > 0 || shown.links > 1 || shown.iframes > 0) return undefined
  return hasOwnScripts(page) ? shell('scripts-only') : undefined
}

/** The page shows its values as patterns until a script fills them in, whatever else it holds for later. */
function isUnfilled(page: PageFeatures): boolean {
  const { patterns, pieces, spans, isBound } = page.awaited
  // What a framework has its marks on is filled by it, be it a single value.
  const isMany = patterns >= MIN_PATTERNS && patterns >= MIN_SHARE_OF_PATTERNS * pieces
  return (isMany || (isBound && spans > 0)) && hasOwnScripts(page)
}

/** Parts of the page wait for a script, and what stands there without them is little. */
function awaitingShell(page: PageFeatures): Shell | undefined {
  const { shown, awaited } = page
  const { length } = shown.text
  // A form is somebody's page, whatever its shop's cart is waiting for.
  if (!hasOwnScripts(page) || shown.fields > 0) return undefined
  // React's own script only moves what it has streamed already.
  const isStreamed = page.scriptText.includes(STREAMED)
  if (awaited.loadingLines > 0 && length <= MAX_TEXT_BESIDE_LOADING && !isStreamed)
    return shell('loading-line')
  if (awaited.requests > 0 && length <= MAX_TEXT_BESIDE_LOADING) return shell('asks-for-parts')
  if (isBuiltOfCustomElements(page)) return shell('custom-elements')
  return hasBlankPart(page) ? shell('blank-part') : undefined
}

/** What is shown stands in elements that scripts define, and that show more than was put into them. */
function isBuiltOfCustomElements(page: PageFeatures): boolean {
  const { shown, awaited } = page
  const isMost = awaited.inCustomElements * 2 > shown.text.length
  const isThin = shown.text.length <= MAX_TEXT_BESIDE_ROOT
  return isMost && isThin && !awaited.hasDeclaredRoots && (awaited.slotted > 0 || !isComplete(page))
}

/** An element that a script could find has nothing in it, and there is hardly anything beside it. */
function hasBlankPart(page: PageFeatures): boolean {
  const { shown, awaited } = page
  const isThin = shown.text.length <= MAX_TEXT_BESIDE_BLANK && shown.length <= MAX_TEXT_BESIDE_LOADING
  return isThin && awaited.blankParts > 0 && shown.headings <= 1 && !isComplete(page)
}

const STREAMED = '$RC('

/** Nothing that a person could read, see, hear or fill in, whatever the title says, and no data either. */
function blankShell({ text, shown, fields, images, links, markup }: PageFeatures): Shell | undefined {
  const isBlank = text === '' && fields.length + images + links + shown.iframes === 0 && !MEDIA.test(markup)
  return isBlank ? { rule: 'blank', detail: 'The page shows nothing' } : undefined
}

const MEDIA =
  /<(?:svg|canvas|object|audio|video|math|iframe|input|button|img|image)\b|application\/(?:ld\+)?json/

function shell(rule: string): Shell {
  return { rule, detail: 'The page is empty without JavaScript' }
}

function hasEmptyRoot({ emptyElements }: PageFeatures): boolean {
  return emptyElements.some((element) => APP_ROOTS.some((root) => root.test(element)))
}

function isLoading(text: string): boolean {
  return text.length <= 120 && LOADING_TEXT.test(text)
}

/** Text with a heading or links beside it is somebody's page, however short. */
function isComplete({ shown }: PageFeatures): boolean {
  return (shown.headings > 0 && shown.text.length > 40) || shown.links >= 3 || shown.fields > 0
}

/** Whether a script could build the page: not one of analytics, ads or consent, and not a line of settings. */
function hasOwnScripts({ scriptSources, inlineScripts }: PageFeatures): boolean {
  const isOwn = (script: string) => !THIRD_PARTY_SCRIPTS.test(script)
  const isLong = (script: string) => script.replace(/\s+/g, '').length > SHORTEST_BUILDER
  return scriptSources.some(isOwn) || inlineScripts.some((script) => isLong(script) && isOwn(script))
}

function withoutHash(url: URL): string {
  return url.href.split('#', 1)[0]!
}
