import { decodeBody, parseHtml, serialize } from '@gleaner/markup'
import type { HtmlType } from '@gleaner/markup/html-type'
import { normalizeLanguage, parseDate } from '@gleaner/values'
import { chooseParts } from '../choose-parts.ts'
import { openDocumentPage } from '../document-page.ts'
import { openHtmlPage } from '../html-page.ts'
import type { Page } from '../page.ts'
import { FALLBACK_DOUBT } from '../quality.ts'
import type { ExtractRequest, FallbackCause } from '../types.ts'
import { type Article, readArticle } from './readability.ts'

const REASONS: Readonly<Record<FallbackCause, string>> = {
  failed: 'The page could not be read in full; this is what Readability makes of it.',
  empty: 'No content was found on a page with text; this is what Readability makes of it.',
}

/**
 * A page whose content Readability has found; undefined when it finds none. Where our own reading only found no content,
 * all else (data, metadata, links) is still ours; where it failed, all is Readability's.
 */
export async function openFallbackPage(
  request: ExtractRequest,
  type: HtmlType,
  cause: FallbackCause,
): Promise<Page | undefined> {
  const { url, parts } = request
  const source = decodeBody(request.body, request.contentType).text
  const document = parts && parseHtml(source)
  const warnings = document ? chooseParts(document, parts) : []
  const article = await readArticle(document ? document.children.map(serialize).join('') : source, url)
  if (!article) return undefined
  const page = openArticle(article, source, url)
  const doubt = { code: FALLBACK_DOUBT, reason: REASONS[cause] }
  if (cause === 'failed') return { ...page, warnings, doubt: () => doubt }
  const { metadata, data, method, html, links, images, tables, tree } = openHtmlPage(request, type)
  return { ...page, metadata, data, method, html, links, images, tables, tree, warnings, doubt: () => doubt }
}

function openArticle(article: Article, source: string, url: string): Page {
  const { title, author, description } = article
  const publishedAt = article.publishedAt && parseDate(article.publishedAt)
  const language = normalizeLanguage(article.language)
  const document = parseHtml(article.html)
  const page = openDocumentPage(
    {
      ok: true,
      kind: 'other',
      document,
      title,
      author,
      publishedAt,
      source,
      ocrUsed: false,
      metadata: {
        ...(language && { language }),
        ...(article.siteName && { site_name: article.siteName }),
        ...(description && { description }),
      },
    },
    url,
  )
  const main = {
    '@type': 'WebPage',
    url,
    ...(title && { name: title }),
    ...(author && { author }),
    ...(publishedAt && { datePublished: publishedAt }),
    ...(description && { description }),
  }
  return { ...page, kind: 'html', data: () => ({ main, evidence: {}, method: 'algorithmic' }) }
}
