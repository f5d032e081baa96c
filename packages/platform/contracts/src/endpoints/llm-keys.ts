import { endpointsIn, NO_BODY } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import { LlmKey, LlmKeyCreate, LlmKeyList, LlmKeyTestResult, LlmKeyUpdate } from '../schemas/llm-keys.ts'
import { PageQuery } from '../schemas/page.ts'

const endpoint = endpointsIn(
  'Model keys',
  'Your own keys at providers of language models, which extraction_prompt is answered with.',
)

const params = inPath('llm_key_id')

export const listLlmKeys = endpoint({
  method: 'GET',
  path: '/llm-keys',
  summary: 'List your keys at providers of language models.',
  auth: 'apiKeyOrBearer',
  consent: 'stored',
  query: PageQuery,
  responses: { 200: LlmKeyList },
  errors: [],
})

export const createLlmKey = endpoint({
  method: 'POST',
  path: '/llm-keys',
  summary:
    'Store a key of your own at a provider of language models, which extraction_prompt is answered with.',
  description: 'The key is sent to its `base_url` only.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  body: LlmKeyCreate,
  responses: { 201: LlmKey },
  errors: ['URL_NOT_ALLOWED', 'CONFLICT'],
})

export const getLlmKey = endpoint({
  method: 'GET',
  path: '/llm-keys/{llm_key_id}',
  summary: 'Read one of your keys; the key itself is not shown.',
  auth: 'apiKeyOrBearer',
  consent: 'stored',
  params,
  responses: { 200: LlmKey },
  errors: ['NOT_FOUND'],
})

export const updateLlmKey = endpoint({
  method: 'PATCH',
  path: '/llm-keys/{llm_key_id}',
  summary: 'Change the named fields of a key.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  params,
  body: LlmKeyUpdate,
  responses: { 200: LlmKey },
  errors: ['URL_NOT_ALLOWED', 'NOT_FOUND', 'CONFLICT'],
})

export const deleteLlmKey = endpoint({
  method: 'DELETE',
  path: '/llm-keys/{llm_key_id}',
  summary: 'Delete a key of yours at a provider.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  params,
  responses: { 204: NO_BODY },
  errors: ['NOT_FOUND'],
})

export const testLlmKey = endpoint({
  method: 'POST',
  path: '/llm-keys/{llm_key_id}/test',
  summary: 'Ask the provider for a few words and tell how it went.',
  auth: 'apiKeyOrBearer',
  takesSlot: true,
  params,
  responses: { 200: LlmKeyTestResult },
  errors: ['NOT_FOUND'],
})
