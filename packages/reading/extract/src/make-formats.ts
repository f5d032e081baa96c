import type { ChangeTracking, Format, PageFormat } from '@gleaner/contracts'
import { filterSections, renderContent, renderRag, renderSectionTree, renderText } from '@gleaner/formats'
import type { Page } from './page.ts'
import { bytesOf, rawOf } from './raw-format.ts'
import type { ExtractRequest } from './types.ts'
import { withEntities } from './with-entities.ts'

type MakeFormat = (page: Page, request: ExtractRequest) => unknown

/** How each format is made of a page. */
const FORMATS: Readonly<Record<PageFormat, MakeFormat>> = {
  markdown: (page) => page.markdown().markdown,
  text: (page) => renderText(page.textBlocks()),
  html: (page) => page.html(),
  json: (page) => withEntities(page.data()),
  json_v2: (page, { sectionFilter }) => {
    const tree = renderSectionTree(page.blocks(), page.metadata().title)
    return sectionFilter ? filterSections(tree, sectionFilter) : tree
  },
  rag: (page, { rag }) => renderRag(page.markdown(), rag),
  links: (page) => page.links(),
  images: (page) => page.images(),
  tables: (page) => page.tables(),
  content: (page) => renderContent(page.markdown().markdown, page.contentImages(), page.contentLinks()),
  raw: rawOf,
  bytes: bytesOf,
}

/** Makes the asked formats, in the order they were asked for. `tracking`: the page as it was compared. */
export async function makeFormats(
  page: Page,
  formats: readonly Format[],
  request: ExtractRequest,
  tracking: ChangeTracking | null,
): Promise<Partial<Record<Format, unknown>>> {
  const made: Partial<Record<Format, unknown>> = {}
  for (const format of formats) {
    if (format === 'change_tracking') made[format] = tracking
    else if (format === 'summary') made[format] = request.summarySlot ?? null
    else made[format] = await FORMATS[format](page, request)
  }
  return made
}
