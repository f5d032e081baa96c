import { endpointsIn } from '../endpoint.ts'
import { Server } from '../schemas/server.ts'

const endpoint = endpointsIn('Server', 'What this server offers.')

export const getServer = endpoint({
  method: 'GET',
  path: '/server',
  summary: 'Read what this server offers to those who have no account there yet.',
  auth: 'none',
  limitPerIp: { requests: 300, seconds: 60 },
  responses: { 200: Server },
  errors: [],
})
