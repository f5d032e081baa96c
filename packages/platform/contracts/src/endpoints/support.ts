import { z } from 'zod'
import { endpointsIn } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import { PageQuery } from '../schemas/page.ts'
import {
  PublicTicketAccepted,
  PublicTicketCreate,
  TICKET_STATUSES,
  Ticket,
  TicketCreate,
  TicketDetail,
  TicketReply,
  Tickets,
} from '../schemas/support.ts'

const endpoint = endpointsIn('Support', 'Questions to the operator of the service.')

const params = inPath('ticket_id')
const HOUR = 3_600

export const listTickets = endpoint({
  method: 'GET',
  path: '/support/tickets',
  summary: "List the account's support tickets, the one that changed last first.",
  auth: 'apiKeyOrBearer',
  query: PageQuery.extend({
    status: z.enum(TICKET_STATUSES).optional().describe('Only tickets of this status.'),
  }),
  responses: { 200: Tickets },
  errors: [],
})

export const createTicket = endpoint({
  method: 'POST',
  path: '/support/tickets',
  summary: 'Ask the operator of this service something.',
  description: 'The answer comes by mail, and stands in the ticket.',
  auth: 'apiKeyOrBearer',
  limitPerAccount: { requests: 10, seconds: HOUR },
  takesSlot: false,
  body: TicketCreate,
  responses: { 201: TicketDetail },
  errors: ['CONFLICT'],
})

export const getTicket = endpoint({
  method: 'GET',
  path: '/support/tickets/{ticket_id}',
  summary: 'Read a support ticket with all that was written.',
  auth: 'apiKeyOrBearer',
  params,
  responses: { 200: TicketDetail },
  errors: ['NOT_FOUND'],
})

export const replyToTicket = endpoint({
  method: 'POST',
  path: '/support/tickets/{ticket_id}/reply',
  summary: 'Write more to a support ticket. One that was closed is open again.',
  auth: 'apiKeyOrBearer',
  limitPerAccount: { requests: 30, seconds: HOUR },
  takesSlot: false,
  params,
  body: TicketReply,
  responses: { 201: TicketDetail },
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const closeTicket = endpoint({
  method: 'POST',
  path: '/support/tickets/{ticket_id}/close',
  summary: 'Close a support ticket. May be repeated.',
  auth: 'apiKeyOrBearer',
  params,
  responses: { 200: Ticket },
  errors: ['NOT_FOUND'],
})

export const createPublicTicket = endpoint({
  method: 'POST',
  path: '/support/tickets/public',
  summary: 'Ask the operator something without an account. The answer comes by mail.',
  auth: 'none',
  limitPerIp: { requests: 3, seconds: HOUR },
  body: PublicTicketCreate,
  responses: { 202: PublicTicketAccepted },
  errors: [],
})
