import type { AreaExamples } from './endpoint-example.ts'

const params = { ticket_id: 'T-7F3K2' }
const question = {
  subject: 'An invoice for November',
  category: 'billing' as const,
  message: 'Where do I find it?',
}
const { message, ...what } = question

const ticket = {
  id: '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d61',
  readable_id: 'T-7F3K2',
  ...what,
  status: 'open' as const,
  created_at: '2026-11-22T08:00:00.000Z',
  updated_at: '2026-11-22T08:00:00.000Z',
  closed_at: null,
}
const first = {
  id: '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d62',
  author: 'person' as const,
  message,
  created_at: ticket.created_at,
}
const more = { ...first, id: '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d63', message: 'It is urgent.' }

export const support: AreaExamples = {
  listTickets: {
    query: { status: 'open', limit: 20, offset: 0 },
    replies: { 200: { tickets: [ticket], total: 1 } },
  },
  createTicket: { body: question, replies: { 201: { ...ticket, messages: [first] } } },
  getTicket: { params, replies: { 200: { ...ticket, messages: [first] } } },
  replyToTicket: {
    params,
    body: { message: more.message },
    replies: { 201: { ...ticket, messages: [first, more] } },
  },
  closeTicket: {
    params,
    replies: { 200: { ...ticket, status: 'closed', closed_at: '2026-11-22T10:00:00.000Z' } },
  },
  createPublicTicket: {
    body: { ...question, email: 'ann@example.com', name: 'Ann' },
    replies: {
      202: {
        status: 'accepted',
        readable_id: 'T-7F3K2',
        message: 'The operator has your question. The answer comes by mail.',
      },
    },
  },
}
