import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { withRows } from '../../api/use-list.ts'
import { Moment } from '../../parts/moment.tsx'
import { filled, type Things } from '../../parts/things/things.ts'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import * as words from '../../words/index.ts'
import { tellTest } from './tell-test.ts'

type ModelKey = Schemas['LlmKey']
const said = words.settings.models
const PROVIDERS: readonly ModelKey['provider'][] = ['openai', 'anthropic', 'openrouter', 'groq', 'custom']

const MODEL_KEYS: Things<ModelKey> = {
  key: 'model-keys',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  example: said.example,
  list: async (page, signal) => withRows('llm_keys', await gleaner().llmKeys.list(page, { signal })),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', title: said.columns.name, cell: ({ name }) => name },
    { key: 'provider', title: said.columns.provider, cell: ({ provider }) => provider },
    { key: 'model', title: said.columns.model, optional: true, cell: ({ model }) => model ?? '–' },
    {
      key: 'used',
      title: said.columns.used,
      width: '110px',
      optional: true,
      cell: ({ last_used_at }) => <Moment at={last_used_at} />,
    },
  ],
  add: {
    label: said.add,
    fields: [
      { name: 'name', label: said.name, required: true },
      {
        name: 'provider',
        label: said.provider,
        kind: 'select',
        initial: 'openai',
        options: PROVIDERS.map((value) => ({ value, label: value })),
      },
      { name: 'api_key', label: said.apiKey, hint: said.apiKeyHint, kind: 'password' },
      { name: 'base_url', label: said.baseUrl, hint: said.baseUrlHint },
      { name: 'model', label: said.model },
    ],
    create: (values) => gleaner().llmKeys.create(filled(values) as never),
  },
  actions: [
    { label: words.things.test, run: ({ id }) => gleaner().llmKeys.test(id), tell: tellTest },
    {
      label: said.edit,
      ask: {
        title: said.edit,
        fields: [
          { name: 'name', label: said.name, required: true },
          { name: 'api_key', label: said.apiKey, hint: said.editKeyHint, kind: 'password' },
          { name: 'model', label: said.model },
        ],
        valuesOf: ({ name, model }) => ({ name, model: model ?? '' }),
      },
      run: ({ id }, { name, api_key, model }) =>
        gleaner().llmKeys.update(id, {
          name: String(name),
          ...(api_key && { api_key: String(api_key) }),
          model: String(model) || null,
        }),
    },
    {
      label: said.delete,
      run: ({ id }) => gleaner().llmKeys.delete(id),
      confirm: { title: said.deleteTitle, text: ({ name }) => said.deleteText(name) },
    },
  ],
}

export default function ModelKeysPage() {
  return <ThingsPage things={MODEL_KEYS} />
}
