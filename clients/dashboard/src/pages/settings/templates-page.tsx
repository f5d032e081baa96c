import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { SaidError } from '../../api/message-of.ts'
import { withRows } from '../../api/use-list.ts'
import { JsonView } from '../../parts/json-view.tsx'
import { Moment } from '../../parts/moment.tsx'
import type { FormField, FormValues, Things } from '../../parts/things/things.ts'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import * as words from '../../words/index.ts'

type Template = Schemas['Template']
const said = words.templates

const FIELDS: readonly FormField[] = [
  { name: 'name', label: said.name, hint: said.nameHint, required: true },
  { name: 'description', label: said.description },
  { name: 'fields', label: said.fields, hint: said.fieldsHint, kind: 'area', placeholder: said.example },
  { name: 'list', label: said.list, hint: said.listHint, kind: 'area' },
]

const TEMPLATES: Things<Template> = {
  key: 'templates',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  example: said.example,
  list: async (page, signal) => withRows('templates', await gleaner().templates.list(page, { signal })),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  columns: [
    {
      key: 'name',
      title: said.columns.name,
      cell: ({ name, description }) => <span title={description ?? undefined}>{name}</span>,
    },
    {
      key: 'fields',
      title: said.columns.fields,
      optional: true,
      cell: ({ fields }) => Object.keys(fields ?? {}).join(', ') || '–',
    },
    {
      key: 'list',
      title: said.columns.list,
      optional: true,
      cell: ({ list }) => (list ? `${list.name}: ${Object.keys(list.fields).join(', ')}` : '–'),
    },
    {
      key: 'changed',
      title: said.columns.changed,
      width: '110px',
      cell: ({ updated_at }) => <Moment at={updated_at} />,
    },
  ],
  add: {
    label: said.add,
    fields: FIELDS,
    create: async (values) =>
      await gleaner().templates.create({
        name: String(values.name),
        ...(values.description && { description: String(values.description) }),
        ...readOf(values),
      } as never),
  },
  actions: [
    {
      label: said.test,
      ask: {
        title: said.testTitle,
        fields: [{ name: 'url', label: said.url, hint: said.testHint, required: true }],
      },
      run: ({ id }, { url }) => gleaner().templates.test(id, { url: String(url) }),
      tell: (reply) => <Found reply={reply} />,
    },
    {
      label: said.edit,
      ask: {
        title: said.edit,
        fields: FIELDS,
        valuesOf: ({ name, description, fields, list }) => ({
          name,
          description: description ?? '',
          fields: asText(fields),
          list: asText(list),
        }),
      },
      run: async ({ id }, values) =>
        await gleaner().templates.update(id, {
          name: String(values.name),
          description: String(values.description) || null,
          ...readOf(values),
        } as never),
    },
    {
      label: said.delete,
      run: ({ id }) => gleaner().templates.delete(id),
      confirm: { title: said.deleteTitle, text: ({ name }) => said.deleteText(name) },
    },
  ],
}

const asText = (value: unknown): string => (value ? JSON.stringify(value, null, 2) : '')

/** What the template reads, as it was written. */
function readOf({ fields, list }: FormValues): Record<string, unknown> {
  return {
    ...(fields && { fields: parsed(said.fields, String(fields)) }),
    ...(list && { list: parsed(said.list, String(list)) }),
  }
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SaidError(said.notJson(name))
  }
}

function Found({ reply }: { reply: unknown }) {
  const found = reply as Partial<Schemas['TemplateTestResult']>
  if (!found.result) return <p>{said.running}</p>
  return (
    <div class="stack">
      <h3>{said.found}</h3>
      <JsonView value={found.result} />
      {found.missing_fields && found.missing_fields.length > 0 && (
        <p>{said.missing(found.missing_fields.join(', '))}</p>
      )}
    </div>
  )
}

export default function TemplatesPage() {
  return <ThingsPage things={TEMPLATES} />
}
