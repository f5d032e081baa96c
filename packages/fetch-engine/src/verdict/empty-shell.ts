import { type PageFeatures, RICH_TEXT } from './page-features.ts'
import { APP_ROOTS, CLIENT_APPS, LOADING_TEXT, NEEDS_SCRIPT, THIRD_PARTY_SCRIPTS } from './shells.ts'

export interface Shell {
  rule: string
  detail: string
  refreshTo?: string
}

/** With more text than this beside it, an empty root is a widget of a page, not the page. */
const MAX_TEXT_BESIDE_ROOT = 700
/** With more text than this, a request for scripts is a remark of a page that works without. */
const MAX_TEXT_BESIDE_REQUEST = 300
/** Redirects by meta tag wait this long at most before they are taken for a page of their own, in seconds. */
const MAX_REFRESH_SECONDS = 15

/**
 * Whether a page is only the shell that scripts fill. A tiny page is complete unless something says that more is to
 * come: an empty root, a request to enable scripts, a loading line, or scripts and nothing else.
 */
export function findShell(page: PageFeatures, finalUrl: string): Shell | undefined {
  if (page.text.length >= RICH_TEXT || !page.isWhole) return undefined
  return (
    refreshShell(page, finalUrl) ??
    scriptRedirect(page) ??
    requestShell(page) ??
    rootShell(page) ??
    scriptOnlyShell(page)
  )
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
  const { text, noscriptText, scriptSources, scriptText } = page
  const mostText = hasEmptyRoot(page) ? MAX_TEXT_BESIDE_ROOT : MAX_TEXT_BESIDE_REQUEST
  const hasScripts = scriptSources.length > 0 || scriptText.length > 0
  const inText = text.length <= mostText && NEEDS_SCRIPT.some((words) => words.test(text))
  if (inText && (hasScripts || noscriptText === '')) return shell('asks-for-scripts')
  const inNoscript = text.length <= mostText && NEEDS_SCRIPT.some((words) => words.test(noscriptText))
  const isBare = text.length <= 120 || isLoading(text) || hasEmptyRoot(page)
  return inNoscript && hasScripts && isBare && !isComplete(page) ? shell('asks-for-scripts') : undefined
}

/** The element that a framework fills is empty. */
function rootShell(page: PageFeatures): Shell | undefined {
  const scripts = ownScripts(page)
  if (scripts === 0) return undefined
  if (page.text.length <= 150 && page.scriptSources.some((source) => CLIENT_APPS.test(source)))
    return shell('client-app')
  if (!hasEmptyRoot(page)) return undefined
  const isForm = page.fields.length > 0 && page.text.length > 200
  return page.text.length <= MAX_TEXT_BESIDE_ROOT && page.links < 30 && !isForm
    ? shell('empty-root')
    : undefined
}

/** Scripts, and nothing that a person could read, see or fill in. */
function scriptOnlyShell(page: PageFeatures): Shell | undefined {
  // Some shells print the state of the server where the page will be.
  const isBare = page.text === '' || isLoading(page.text) || /^\{.*\}$/s.test(page.text)
  if (!isBare || ownScripts(page) === 0 || page.images > 1 || page.fields.length > 0) return undefined
  return page.links <= 1 && page.iframeSources.length === 0 ? shell('scripts-only') : undefined
}

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
function isComplete({ headings, links, text, fields }: PageFeatures): boolean {
  return (headings > 0 && text.length > 40) || links >= 3 || fields.length > 0
}

/** Scripts that could build a page: not those of analytics, ads and consent. */
function ownScripts({ scriptSources, scriptText }: PageFeatures): number {
  const sources = scriptSources.filter((source) => !THIRD_PARTY_SCRIPTS.test(source)).length
  const inline = scriptText.replace(/\s+/g, '')
  return sources + (inline.length > 40 && !THIRD_PARTY_SCRIPTS.test(scriptText) ? 1 : 0)
}

function withoutHash(url: URL): string {
  return url.href.split('#', 1)[0]!
}
