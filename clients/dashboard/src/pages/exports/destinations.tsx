import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { withRows } from '../../api/use-list.ts'
import { Moment } from '../../parts/moment.tsx'
import { type FormField, type FormValues, filled, type Things } from '../../parts/things/things.ts'
import * as words from '../../words/index.ts'

type Destination = Schemas['ExportDestination']
const said = words.exports

const isOf = (type: string) => (values: FormValues) => values.type === type
const of = (type: string, fields: readonly FormField[]): FormField[] =>
  fields.map((field) => ({ ...field, when: isOf(type) }))

const BUCKET: readonly FormField[] = [
  { name: 'endpoint', label: said.fields.endpoint!, placeholder: 'https://s3.eu-central-1.amazonaws.com' },
  { name: 'bucket', label: said.fields.bucket! },
  { name: 'region', label: said.fields.region!, placeholder: 'us-east-1' },
  { name: 'prefix', label: said.fields.prefix!, hint: said.prefixHint },
  { name: 'access_key_id', label: said.fields.access_key_id! },
  {
    name: 'secret_access_key',
    label: said.fields.secret_access_key!,
    kind: 'password',
    hint: said.secretHint,
  },
]
const FOLDER: readonly FormField[] = [{ name: 'path', label: said.fields.path!, hint: said.pathHint }]
const WEBHOOK: readonly FormField[] = [{ name: 'url', label: said.fields.url!, placeholder: 'https://' }]
const BY_TYPE: Record<string, readonly FormField[]> = { s3: BUCKET, folder: FOLDER, webhook: WEBHOOK }

/** Of a form: what belongs to the type, without what was left empty. */
function fieldsOf(values: FormValues, type: string): Record<string, unknown> {
  const names = new Set(['name', 'type', ...BY_TYPE[type]!.map(({ name }) => name)])
  return filled(Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name))))
}

/** Where results can be written to. */
export const DESTINATIONS: Things<Destination> = {
  key: 'export-destinations',
  title: said.destinations,
  lead: said.destinationsLead,
  empty: said.empty,
  example: said.example,
  list: async (page, signal) =>
    withRows('destinations', await gleaner().exportDestinations.list(page, { signal })),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', title: said.columns.name, width: 'minmax(110px, 1fr)', cell: ({ name }) => name },
    { key: 'type', title: said.columns.type, width: '90px', cell: ({ type }) => said.types[type] },
    {
      key: 'where',
      title: said.columns.where,
      optional: true,
      cell: ({ bucket, path, url }) => bucket ?? path ?? url,
    },
    {
      key: 'made',
      title: said.columns.made,
      width: '110px',
      optional: true,
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ],
  add: {
    label: said.add,
    fields: [
      { name: 'name', label: said.columns.name, required: true },
      {
        name: 'type',
        label: said.columns.type,
        kind: 'select',
        initial: 's3',
        options: Object.entries(said.types).map(([value, label]) => ({ value, label })),
      },
      ...of('s3', BUCKET),
      ...of('folder', FOLDER),
      ...of('webhook', WEBHOOK),
    ],
    create: (values) => gleaner().exportDestinations.create(fieldsOf(values, String(values.type)) as never),
  },
  actions: [
    {
      label: words.things.test,
      run: ({ id }) => gleaner().exportDestinations.test(id),
      tell: (reply) => {
        const { success, error } = reply as { success: boolean; error?: string | null }
        return success ? words.things.works : words.things.worksNot(error ?? '')
      },
    },
    {
      label: said.edit,
      ask: {
        title: said.edit,
        fields: ({ type }) => [{ name: 'name', label: said.columns.name, required: true }, ...BY_TYPE[type]!],
        valuesOf: (destination) =>
          Object.fromEntries(
            BY_TYPE[destination.type]!.map(({ name }): [string, string] => [
              name,
              String((destination as Record<string, unknown>)[name] ?? ''),
            ]).concat([['name', destination.name]]),
          ),
      },
      run: (destination, values) =>
        gleaner().exportDestinations.update(destination.id, changesOf(destination, values)),
    },
    {
      label: words.common.delete,
      run: ({ id }) => gleaner().exportDestinations.delete(id),
      confirm: { title: said.deleteTitle, text: ({ name }) => said.deleteText(name) },
    },
  ],
}

/** What of a form differs from the destination: only that is sent, as an address needs its secrets anew. */
function changesOf(destination: Destination, values: FormValues): Record<string, string> {
  const before = destination as Record<string, unknown>
  const changed = Object.entries(fieldsOf(values, destination.type)).filter(
    ([name, value]) => value !== (before[name] ?? ''),
  ) as [string, string][]
  const isSecretChanged = changed.some(([name]) => name === 'secret_access_key')
  return {
    ...(isSecretChanged && { access_key_id: String(values.access_key_id) }),
    ...Object.fromEntries(changed),
  }
}
