import { endpointsIn, NO_BODY } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import {
  ApiKey,
  ApiKeyCreate,
  ApiKeyList,
  ApiKeyQuery,
  ApiKeyRotation,
  ApiKeyUpdate,
} from '../schemas/api-keys.ts'

const endpoint = endpointsIn('API keys', 'Keys, what they may do and how much they may spend.')

const params = inPath('key_id')

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api-keys',
  summary: "List the account's API keys.",
  auth: 'bearer',
  query: ApiKeyQuery,
  responses: { 200: ApiKeyList },
  errors: [],
})

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api-keys',
  summary: 'Make an API key. It is shown in this reply only.',
  auth: 'bearer',
  role: 'admin',
  limitPerAccount: { requests: 20, seconds: 60 },
  body: ApiKeyCreate,
  responses: { 201: ApiKey },
  errors: ['CONFLICT'],
})

export const getApiKey = endpoint({
  method: 'GET',
  path: '/api-keys/{key_id}',
  summary: 'Read what is known of an API key.',
  auth: 'bearer',
  params,
  responses: { 200: ApiKey },
  errors: ['NOT_FOUND'],
})

export const updateApiKey = endpoint({
  method: 'PATCH',
  path: '/api-keys/{key_id}',
  summary: "Change an API key's name, scopes, expiry or addresses.",
  auth: 'bearer',
  role: 'admin',
  params,
  body: ApiKeyUpdate,
  responses: { 200: ApiKey },
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const rotateApiKey = endpoint({
  method: 'POST',
  path: '/api-keys/{key_id}/rotate',
  summary: 'Give an API key another text. It is shown in this reply only.',
  description:
    'Its id, name, scopes, limits and counts stay, and so does what runs with it. The text before is taken until the overlap ends. While it is, another rotation is refused (409) without `end_previous`: two texts are taken at most.',
  auth: 'bearer',
  role: 'admin',
  limitPerAccount: { requests: 20, seconds: 60 },
  params,
  body: ApiKeyRotation,
  responses: { 201: ApiKey },
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const endApiKeyOverlap = endpoint({
  method: 'DELETE',
  path: '/api-keys/{key_id}/previous',
  summary: 'End the text of an API key that a rotation has replaced, before its overlap does.',
  auth: 'bearer',
  role: 'admin',
  params,
  responses: { 204: NO_BODY },
  errors: ['NOT_FOUND'],
})

export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: '/api-keys/{key_id}',
  summary: 'Revoke an API key. Within a second no gateway accepts it any more.',
  auth: 'bearer',
  role: 'admin',
  params,
  responses: { 204: NO_BODY },
  errors: ['NOT_FOUND'],
})
