import type { AreaExamples } from './endpoint-example.ts'

const id = '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d5f'
const params = { llm_key_id: id }

const key = {
  id,
  name: 'extraction',
  provider: 'openai',
  key_suffix: 'x4Qz',
  base_url: 'https://api.openai.com/v1',
  model: 'gpt-4.1-mini',
  created_at: '2026-11-22T08:00:00.000Z',
  updated_at: '2026-11-22T08:00:00.000Z',
  last_used_at: '2026-11-22T09:30:00.000Z',
}

export const llmKeys: AreaExamples = {
  listLlmKeys: { query: { limit: 20, offset: 0 }, replies: { 200: { llm_keys: [key], total: 1 } } },
  createLlmKey: {
    bodies: {
      'A key at OpenAI': {
        name: 'extraction',
        provider: 'openai',
        api_key: 'sk-your-key-at-the-provider-x4Qz',
        model: 'gpt-4.1-mini',
      },
      'A server of your own': {
        name: 'own server',
        provider: 'custom',
        base_url: 'https://llm.example.com/v1',
        model: 'qwen3-30b',
      },
    },
    replies: { 201: { ...key, last_used_at: null } },
  },
  getLlmKey: { params, replies: { 200: key } },
  updateLlmKey: { params, body: { model: 'gpt-4.1' }, replies: { 200: { ...key, model: 'gpt-4.1' } } },
  deleteLlmKey: { params },
  testLlmKey: { params, replies: { 200: { ok: true, model: 'gpt-4.1-mini', latency_ms: 640 } } },
}
