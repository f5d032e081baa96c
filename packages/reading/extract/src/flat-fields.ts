import type { FlatFields } from '@gleaner/contracts'
import type { ExtractedContent } from './types.ts'
import { withoutAbsent } from './without-absent.ts'

/** The formats of a page beside each other, as the published Node SDK reads them. */
export function flatFields(page: ExtractedContent): FlatFields {
  const { content, filtered_content, metadata, published_at } = page
  const { text, html, json, markdown } = typeof content === 'string' ? { text: content } : content
  return withoutAbsent({
    text,
    html,
    json: filtered_content ?? json,
    markdown_content: markdown,
    description: metadata.description,
    published_date: published_at,
  })
}
