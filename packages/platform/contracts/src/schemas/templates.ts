import { z } from 'zod'
import { JobId, ownId } from '../fields/ids.ts'
import { Total } from '../fields/lists.ts'
import { CreditsUsed } from '../fields/money.ts'
import { GivenName } from '../fields/names.ts'
import { CreatedAt, UpdatedAt } from '../fields/times.ts'
import { LIMITS } from '../limits.ts'
import { hasNoControls, Name } from './primitives.ts'
import { EXTRACTION_PROFILES } from './scrape/extraction-profiles.ts'
import { Selector } from './scrape/selector.ts'

export const TEMPLATE_FIELD_TYPES = ['text', 'html', 'attribute', 'number', 'date', 'url'] as const

const FieldSelector = Selector.describe(
  'CSS, within the page or, in a list, within the item; absent: the item itself.',
)

/** Where a value of a page stands, and what it is read as. */
const TemplateFieldRule = z
  .strictObject({
    selector: FieldSelector.optional(),
    type: z
      .enum(TEMPLATE_FIELD_TYPES)
      .default('text')
      .describe(
        'text: as it is seen; html: its markup; attribute: of the name in attribute; number: the first one, of prices the amount; date: ISO 8601; url: absolute, of href or src.',
      ),
    attribute: z
      .string()
      .trim()
      .toLowerCase()
      .min(1)
      .max(100)
      .refine(hasNoControls, 'must not contain control characters')
      .optional()
      .describe('Read this attribute in place of the text.'),
    many: z
      .boolean()
      .default(false)
      .describe('All that the selector finds, as an array, in place of the first.'),
  })
  .refine(({ type, attribute }) => type !== 'attribute' || attribute !== undefined, {
    path: ['attribute'],
    message: 'is required with type "attribute": the name of one, such as "data-id"',
  })

/** A selector alone is one whose text is meant. */
const TemplateField = z
  .union([Selector, TemplateFieldRule], {
    error: 'must be a CSS selector, or an object such as {"selector": "a", "type": "url"}',
  })
  .transform(
    (field): TemplateFieldRule =>
      typeof field === 'string' ? { selector: field, type: 'text', many: false } : field,
  )
export type TemplateFieldRule = z.output<typeof TemplateFieldRule>

const FieldName = z
  .string()
  .min(1)
  .max(100)
  .refine((name) => hasNoControls(name) && name !== '__proto__', 'is no name for a field')

export const TemplateFields = z
  .record(FieldName, TemplateField)
  .refine((fields) => Object.keys(fields).length > 0, 'name at least one field')
  .refine(
    (fields) => Object.keys(fields).length <= LIMITS.templateFields,
    `at most ${LIMITS.templateFields} fields`,
  )
  .describe('Where each field stands, by its name: a CSS selector, or an object that says more.')

const LIST_SAYS = 'What the page repeats, such as the products of a list: one object for each.'

/** Things that a page repeats: one object for each element that `selector` finds. */
const TemplateList = z.strictObject({
  name: FieldName.default('items').describe('The field of the result that holds them.'),
  selector: Selector.describe('Finds each item.'),
  fields: TemplateFields.describe('Where each field of an item stands, by its name.'),
})

/** What a template reads from a page; jobs keep it as it was when they were accepted. */
export interface TemplateSelectors {
  fields?: Record<string, TemplateFieldRule> | undefined
  list?: z.output<typeof TemplateList> | undefined
  /** What each selector found is told in `metadata.template_selectors`. */
  traced?: true | undefined
}

export const SelectorFinds = z
  .object({
    selector: z.string().nullable().describe('The selector; null: the item itself.'),
    matches: z.number().int().describe('Elements that it finds, up to 1,000 in each place.'),
    values: z
      .number()
      .int()
      .optional()
      .describe(
        'Values that were read: of the first element, with many of all. Absent for the selector of the items.',
      ),
    first: z
      .string()
      .optional()
      .describe('Markup of the first element, up to 300 characters; absent where there is none.'),
  })
  .describe('What one selector of a template found, in all items of a list together.')
export type SelectorFinds = z.infer<typeof SelectorFinds>

const RESERVED: ReadonlySet<string> = new Set(EXTRACTION_PROFILES)

const TemplateName = Name.refine((name) => !RESERVED.has(name), {
  error: ({ input }) => `"${String(input)}" is a standard template; choose another name`,
})

const Description = z.string().trim().max(1_000).refine(hasNoControls, 'must not contain control characters')

const hasSelectors = ({ fields, list }: TemplateSelectors) => fields !== undefined || list !== undefined

export const TemplateCreate = z
  .strictObject({
    name: TemplateName,
    description: Description.optional().describe('Up to 1,000 characters, for you.'),
    fields: TemplateFields.optional().describe('Fields of the page.'),
    list: TemplateList.optional().describe(LIST_SAYS),
  })
  .refine(hasSelectors, { path: ['fields'], message: 'name fields of the page, or a list of items' })
  .refine(({ fields, list }) => !list || !fields || !(list.name in fields), {
    path: ['list', 'name'],
    message: 'is the name of a field as well; name the list differently',
  })
export type TemplateCreate = z.output<typeof TemplateCreate>

export const InlineTemplate = z
  .strictObject({
    name: Name.default('inline').describe('What `metadata.template` calls it.'),
    fields: TemplateFields.optional().describe('Fields of the page.'),
    list: TemplateList.optional().describe(LIST_SAYS),
  })
  .refine(hasSelectors, { path: ['fields'], message: 'name fields of the page, or a list of items' })
  .refine(({ fields, list }) => !list || !fields || !(list.name in fields), {
    path: ['list', 'name'],
    message: 'is the name of a field as well; name the list differently',
  })
  .refine(
    (template) => new TextEncoder().encode(JSON.stringify(template)).length <= LIMITS.templateBytes,
    `at most ${LIMITS.templateBytes / 1024} KB; use fewer fields or shorter selectors`,
  )
  .describe('A template that a request brings along, and that is stored nowhere.')

/** `fields` and `list` are what the template reads: sending one of them replaces both. */
export const TemplateUpdate = z
  .strictObject({
    name: TemplateName.optional(),
    description: Description.nullable().optional().describe('Up to 1,000 characters, for you; null: none.'),
    fields: TemplateFields.optional().describe(
      'Fields of the page; with them, or `list`, both are replaced.',
    ),
    list: TemplateList.optional().describe(LIST_SAYS),
  })
  .refine((update) => Object.keys(update).length > 0, 'name at least one field to change')
  .refine(({ fields, list }) => !list || !fields || !(list.name in fields), {
    path: ['list', 'name'],
    message: 'is the name of a field as well; name the list differently',
  })
export type TemplateUpdate = z.output<typeof TemplateUpdate>

const ShownField = z.object({
  selector: z.string().optional().describe('CSS, within the page or the item; absent: the item itself.'),
  type: z.enum(TEMPLATE_FIELD_TYPES).describe('What the value is read as.'),
  attribute: z.string().optional().describe('The attribute that is read; absent: the text.'),
  many: z.boolean().describe('Whether all that the selector finds is read, as an array.'),
})

export const Template = z
  .object({
    id: ownId('template_id'),
    name: GivenName,
    description: z.string().nullable().describe('What its owner has written of it; null: nothing.'),
    fields: z
      .record(z.string(), ShownField)
      .optional()
      .describe('Fields of the page, by their names; absent where it reads none.'),
    list: z
      .object({
        name: z.string().describe('The field of the result that holds the items.'),
        selector: z.string().describe('Finds each item.'),
        fields: z.record(z.string(), ShownField).describe('Fields of an item, by their names.'),
      })
      .optional()
      .describe('What the page repeats; absent where it reads no list.'),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .describe('A template: where the values of a page stand.')
export type Template = z.infer<typeof Template>

/** 200 of POST /templates/{template_id}/test. */
export const TemplateTestResult = z.object({
  job_id: JobId,
  template_id: ownId('template_id'),
  template: GivenName,
  result: z
    .record(z.string(), z.unknown())
    .describe('What a scrape with this template gives as filtered_content.'),
  missing_fields: z.array(z.string()).describe('Fields that nothing was found for.'),
  selectors: z
    .record(z.string(), SelectorFinds)
    .describe('By the field; "items" is the selector of a list of that name, "items.price" a field of it.'),
  fault: z
    .string()
    .nullable()
    .describe('Why the selectors could not be run to their end; null where they were.'),
  credits_used: CreditsUsed,
  warnings: z.array(z.string()).describe('Sentences about the page; may be empty.'),
})
export type TemplateTestResult = z.infer<typeof TemplateTestResult>

export const Templates = z.object({
  templates: z.array(Template).describe('The oldest first.'),
  total: Total,
})
