import { endpointsIn, NO_BODY } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import { PageQuery } from '../schemas/page.ts'
import { ProxyCreate, ProxyIntegration, ProxyList, ProxyTestResult, ProxyUpdate } from '../schemas/proxies.ts'

const endpoint = endpointsIn('Proxies', 'Proxies of your own.')

const params = inPath('proxy_id')

export const listProxies = endpoint({
  method: 'GET',
  path: '/proxies',
  summary: "List the account's own proxies.",
  auth: 'apiKeyOrBearer',
  consent: 'stored',
  query: PageQuery,
  responses: { 200: ProxyList },
  errors: [],
})

export const createProxy = endpoint({
  method: 'POST',
  path: '/proxies',
  summary: 'Store a proxy of your own, to be used with advanced.use_own_proxy.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  body: ProxyCreate,
  responses: { 201: ProxyIntegration },
  errors: ['URL_NOT_ALLOWED', 'CONFLICT'],
})

export const getProxy = endpoint({
  method: 'GET',
  path: '/proxies/{proxy_id}',
  summary: 'Read one of your proxies.',
  auth: 'apiKeyOrBearer',
  consent: 'stored',
  params,
  responses: { 200: ProxyIntegration },
  errors: ['NOT_FOUND'],
})

export const updateProxy = endpoint({
  method: 'PATCH',
  path: '/proxies/{proxy_id}',
  summary: 'Change the named fields of a proxy.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  params,
  body: ProxyUpdate,
  responses: { 200: ProxyIntegration },
  errors: ['URL_NOT_ALLOWED', 'NOT_FOUND', 'CONFLICT'],
})

export const deleteProxy = endpoint({
  method: 'DELETE',
  path: '/proxies/{proxy_id}',
  summary: 'Delete a proxy, and its login with it.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  params,
  responses: { 204: NO_BODY },
  errors: ['NOT_FOUND'],
})

export const testProxy = endpoint({
  method: 'POST',
  path: '/proxies/{proxy_id}/test',
  summary: 'Fetch a page through the proxy and tell how it went.',
  auth: 'apiKeyOrBearer',
  takesSlot: true,
  params,
  responses: { 200: ProxyTestResult },
  errors: ['NOT_FOUND'],
})
