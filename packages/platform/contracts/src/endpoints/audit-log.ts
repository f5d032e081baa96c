import { endpointsIn } from '../endpoint.ts'
import { AuditPage, AuditQuery } from '../schemas/organizations.ts'

const endpoint = endpointsIn('Sign-in')

export const getOwnAuditLog = endpoint({
  method: 'GET',
  path: '/auth/audit-log',
  summary: 'Who did what to your account, newest first.',
  description:
    'Sign-ins, passwords, keys, settings, exports and what the operator does. An organization has its own log. Entries are kept for two years.',
  auth: 'bearer',
  personal: true,
  query: AuditQuery,
  responses: { 200: AuditPage },
  errors: [],
})
