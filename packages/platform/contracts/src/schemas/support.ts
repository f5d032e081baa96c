import { z } from 'zod'
import { Email } from './email.ts'
import { hasNoControls, Name } from './primitives.ts'

export const TICKET_STATUSES = ['open', 'answered', 'closed'] as const
export type TicketStatus = (typeof TICKET_STATUSES)[number]

export const TICKET_CATEGORIES = ['question', 'problem', 'billing', 'abuse'] as const

const MESSAGE_CHARS = 10_000

/** What somebody has written: lines of text. */
const MessageText = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(MESSAGE_CHARS, `at most ${MESSAGE_CHARS.toLocaleString('en')} characters`)
  .refine((text) => hasNoControls(text.replaceAll(/[\t\r\n]/g, '')), 'must not contain control characters')

const question = {
  subject: Name.describe('What it is about, in a line.'),
  message: MessageText,
  category: z.enum(TICKET_CATEGORIES).default('question'),
}

export const TicketCreate = z.strictObject(question)
export type TicketCreate = z.output<typeof TicketCreate>

export const PublicTicketCreate = z.strictObject({
  ...question,
  email: Email.describe('Where the answer goes.'),
  name: Name.optional(),
  website: z
    .string()
    .max(2_000)
    .optional()
    .describe('Leave it out: forms hide this field, and only programs fill it in.'),
})
export type PublicTicketCreate = z.output<typeof PublicTicketCreate>

export const TicketReply = z.strictObject({ message: MessageText })
export type TicketReply = z.output<typeof TicketReply>

/** `T-7F3K2`: what people call a ticket. */
const ReadableId = z.string().regex(/^T-[0-9A-Z]{5}$/)

const Time = z.iso.datetime()

export const Ticket = z.object({
  id: z.uuid(),
  readable_id: ReadableId,
  subject: z.string(),
  category: z.enum(TICKET_CATEGORIES),
  status: z.enum(TICKET_STATUSES).describe('open: the operator is asked; answered: you are.'),
  created_at: Time,
  updated_at: Time,
  closed_at: Time.nullable(),
})
export type Ticket = z.infer<typeof Ticket>

export const TicketMessage = z.object({
  id: z.uuid(),
  author: z.enum(['person', 'operator']),
  message: z.string(),
  created_at: Time,
})
export type TicketMessage = z.infer<typeof TicketMessage>

export const TicketDetail = Ticket.extend({ messages: z.array(TicketMessage) })
export type TicketDetail = z.infer<typeof TicketDetail>

export const Tickets = z.object({ tickets: z.array(Ticket), total: z.number().int() })

export const PublicTicketAccepted = z.object({
  status: z.literal('accepted'),
  readable_id: ReadableId,
  message: z.string(),
})
