import { createDocument } from '../document.ts'
import type { Json } from '../types.ts'
import { fieldTable, properFields } from './field-table.ts'
import { hasTable, variantsOf } from './type-text.ts'

/** The fields of all bodies of requests and replies, by the names of their schemas. */
export function fieldsPage(): string {
  const components = createDocument({ publicUrl: 'http://localhost' }).components.schemas
  const sections = Object.entries(components)
    .filter(([, schema]) => hasTable(schema))
    .map(([name, schema]) => [`## ${name}`, schema.description, body(name, schema, components)])
  return [
    '# Fields of requests and replies',
    '`?` marks a field that may be left out of a request, or be absent from a reply. Null in a request is the same as a field that is left out, unless its meaning says more. Two fields that mean the same and have different values are refused. Money is in credits where a name ends in `credits`, in cents in `cents`, in dollars in `dollars`; `microcents` are millionths of a dollar.',
    ...sections.flat().filter((part) => part !== undefined),
  ].join('\n\n')
}

function body(name: string, schema: Json, components: Record<string, Json>): string {
  const variants = variantsOf(schema)
  if (variants.length > 0) return variants.map((variant) => `${fieldTable(variant, components)}`).join('\n\n')
  const shared = name === 'ScrapeRequest' ? [] : fieldsOfScrape(schema, components.ScrapeRequest!)
  // A few names are common to everything.
  if (shared.length < 5) return fieldTable(schema, components)
  const others = Object.keys(components.ScrapeRequest!.properties as Json).filter(
    (field) => !(field in properFields(components.ScrapeRequest!)),
  )
  return [
    fieldTable(schema, components, new Set([...shared, ...others])),
    `As in [ScrapeRequest](#scraperequest): ${shared.map((field) => `\`${field}\``).join(', ')}.`,
  ].join('\n\n')
}

/** Names of fields that mean what they mean in a scrape. */
function fieldsOfScrape(schema: Json, scrape: Json): string[] {
  const known = properFields(scrape)
  return Object.entries(properFields(schema))
    .filter(([name, field]) => name in known && meaning(field) === meaning(known[name]!))
    .map(([name]) => name)
}

/** Where an item of a batch leaves a field out, the batch's holds: it has no default of its own. */
function meaning({ description = '', ...rest }: Json): string {
  return JSON.stringify([String(description).replace(/ ?Default: .*$/, ''), rest])
}
