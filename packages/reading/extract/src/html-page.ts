import {
  collectImages,
  collectLinks,
  collectTables,
  imagesIn,
  linksIn,
  placeStreamedContent,
  readBlocks,
  renderHtml,
  renderMarkdown,
} from '@gleaner/formats'
import { chooseMainContent } from '@gleaner/main-content'
import {
  createElement,
  type Document,
  decodeBody,
  documentBase,
  type Element,
  type ParentNode,
  pageParts,
  parseHtml,
  placeDeclaredRoots,
  visibleText,
  visibleTextWithin,
} from '@gleaner/markup'
import type { HtmlType } from '@gleaner/markup/html-type'
import {
  indexPage,
  readMetadata,
  readShownData,
  readStructured,
  structuredMethod,
} from '@gleaner/structured-data'
import { chooseParts } from './choose-parts.ts'
import { CONTENT_CHARS, declaredContent } from './declared-content.ts'
import { lazy } from './lazy.ts'
import type { Doubt, Page } from './page.ts'
import { applyTemplate } from './template/apply-template.ts'
import type { ExtractRequest } from './types.ts'

/** Parses a page once; everything else is read from that one tree. */
export function openHtmlPage(request: ExtractRequest, type: HtmlType): Page {
  const { url, removeCookieBanners } = request
  const source = decodeBody(request.body, request.contentType).text
  const document = parseHtml(source, { xhtml: type === 'application/xhtml+xml' })
  if (source.includes(STREAMED)) placeStreamedContent(document)
  if (DECLARES_ROOT.test(source)) placeDeclaredRoots(document)
  const { parts } = request
  const warnings = parts ? chooseParts(document, parts) : []
  // Most pages name no base, and looking through all elements for one costs more than through the source.
  const base = NAMES_BASE.test(source) ? documentBase(document, url) : url
  const data = lazy(() => readStructured(document, { url }))
  const main = lazy(() =>
    request.onlyMainContent && !parts?.include
      ? mainContent(document, url, () => data().main)
      : wholePage(document),
  )
  const blocks = lazy(() => readBlocks(main().root, base))

  return {
    kind: 'html',
    ocrUsed: false,
    warnings,
    source: () => source,
    metadata: lazy(() => readMetadata(document, { url })),
    data,
    method: () => structuredMethod(document, { url }),
    shownData: lazy(() => readShownData(document, { url })),
    select: (template) => applyTemplate(template, { document, base, language: indexPage(document).language }),
    blocks,
    textBlocks: lazy(() => {
      const { root } = main()
      const runningText = main().runningText()
      return runningText === root ? blocks() : readBlocks(runningText, base)
    }),
    markdown: lazy(() => renderMarkdown(blocks())),
    html: lazy(() => renderHtml(document, url, { removeCookieBanners })),
    links: lazy(() => collectLinks(document, url)),
    images: lazy(() => collectImages(document, url)),
    tables: lazy(() => collectTables(document, { removeCookieBanners })),
    contentLinks: lazy(() => linksIn(main().root, base, url)),
    contentImages: lazy(() => imagesIn(main().root, base)),
    tree: () => ({ document, content: () => main().root, base }),
    doubt: () => doubtOf(main()),
    visibleChars: () => visibleText(pageParts(document).body ?? createElement('body')).length,
  }
}

/** The id of content that React streams behind a page, as it writes it; nearly no page has any. */
const STREAMED = ' id="S:'

const DECLARES_ROOT = /<template\s[^>]*shadowrootmode/i

const NAMES_BASE = /<base[\s/]/i

interface ContentView {
  root: ParentNode
  runningText(): ParentNode
  doubt: string | undefined
  leftOut?(): number
}

/** Share of the sentences in a page's main part; what is left out beyond it is told. */
const MOST_LEFT_OUT = 0.1

function doubtOf({ doubt, leftOut }: ContentView): Doubt | undefined {
  if (doubt !== undefined) return { code: 'UNSURE_MAIN_CONTENT', reason: doubt }
  const share = leftOut?.() ?? 0
  if (share <= MOST_LEFT_OUT) return undefined
  const percent = Math.round(100 * share)
  const reason = `${percent} % of the text in the page's main part is left out as no content of it. With advanced.only_main_content set to false all of it is given.`
  return { code: 'PARTS_LEFT_OUT', reason }
}

function mainContent(document: Document, url: string, declared: () => unknown): ContentView {
  const chosen = chooseMainContent(document, url)
  const shown = chosen.isBoilerplate ? 0 : shownChars(chosen.root)
  const root = declaredContent(shown, declared)
  if (!root) return chosen
  return {
    root,
    runningText: () => root,
    doubt: 'The page shows no text without scripts; its structured data is given.',
  }
}

/** How much text `root` shows, in characters; of much text only so much as tells that it is a page's content. */
function shownChars(root: Element): number {
  const start = visibleTextWithin(root, { left: START_OF_TEXT }).length
  return start >= CONTENT_CHARS ? start : visibleText(root).length
}

/** Characters and nodes that nearly always hold `CONTENT_CHARS` of text. */
const START_OF_TEXT = 2_000

/** All that the page shows, for callers who want to choose themselves. */
function wholePage(document: Document): ContentView {
  return { root: document, runningText: () => document, doubt: undefined }
}
