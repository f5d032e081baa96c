import { endpointsIn, FILE } from '../endpoint.ts'

const endpoint = endpointsIn('Account', 'All that is stored of you.')

export const exportAccount = endpoint({
  method: 'GET',
  path: '/account/export',
  summary: 'Download all that is stored of the account, as JSON lines.',
  description:
    'Each line is `{"table", "row"}`; the last one, `{"table": "end", "rows"}`, says that nothing is missing. Secrets that you have entrusted to the service are left out, as are passwords and keys. Files are named by the links in results.',
  auth: 'bearer',
  role: 'owner',
  limitPerAccount: { requests: 5, seconds: 3_600 },
  takesSlot: true,
  tokens: 10,
  responses: { 200: FILE },
  contentTypes: ['application/x-ndjson'],
  errors: [],
})
