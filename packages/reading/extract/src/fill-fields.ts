import { applySchema, type Filtered } from './filter/apply-schema.ts'
import type { Page } from './page.ts'
import { autoSchema } from './profiles/choose-profile.ts'
import type { Applied } from './template/apply-template.ts'
import type { ExtractRequest } from './types.ts'

/** What a request asks of a page by name, filled. */
export interface Filled extends Filtered {
  /** What `metadata` says of it: which template or profile, and why something could not be read. */
  metadata: Record<string, unknown>
}

/** The fields of a template, of a schema, or of the profile that fits the page; undefined where none is asked for, or none fits. */
export function fillFields(page: Page, request: ExtractRequest): Filled | undefined {
  const { template, extractionSchema, autoProfile } = request
  if (template) {
    const none: Applied = { filtered: {}, missing: namesOf(template) }
    const { fault, finds, ...applied } = page.select?.(template) ?? none
    const metadata = {
      template: template.name,
      ...(fault && { template_fault: fault }),
      ...(finds && { template_selectors: finds }),
    }
    return { ...applied, metadata }
  }
  const auto = !extractionSchema && autoProfile ? autoSchema(page.data().main) : undefined
  const schema = extractionSchema ?? auto?.schema
  if (!schema) return undefined
  const filled = applySchema(
    schema,
    [page.data().main, page.metadata()],
    page.shownData,
    page.data().entities,
  )
  return { ...filled, metadata: auto ? { extraction_profile: auto.profile } : {} }
}

/** A document that is no web page has nothing that selectors could find. */
function namesOf({ fields, list }: NonNullable<ExtractRequest['template']>): string[] {
  return [...Object.keys(fields ?? {}), ...(list ? [list.name] : [])]
}
