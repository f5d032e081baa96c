import { z } from 'zod'
import { ownId } from '../fields/ids.ts'
import { Total } from '../fields/lists.ts'
import { CreatedAt, time, UpdatedAt } from '../fields/times.ts'
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
  message: MessageText.describe('What is asked, in up to 10,000 characters of plain text.'),
  category: z.enum(TICKET_CATEGORIES).default('question').describe('What kind of question it is.'),
}

export const TicketCreate = z.strictObject(question)
export type TicketCreate = z.output<typeof TicketCreate>

export const PublicTicketCreate = z.strictObject({
  ...question,
  email: Email.describe('Where the answer goes.'),
  name: Name.optional().describe('Who asks; absent: the operator sees the address alone.'),
  website: z
    .string()
    .max(2_000)
    .optional()
    .describe('Leave it out: forms hide this field, and only programs fill it in.'),
})
export type PublicTicketCreate = z.output<typeof PublicTicketCreate>

export const TicketReply = z.strictObject({
  message: MessageText.describe('The answer, in up to 10,000 characters of plain text.'),
})
export type TicketReply = z.output<typeof TicketReply>

/** `T-7F3K2`: what people call a ticket. */
const ReadableId = z
  .string()
  .regex(/^T-[0-9A-Z]{5}$/)
  .describe('What people call the ticket, such as `T-7F3K2`; stands for `{ticket_id}` in paths too.')

export const Ticket = z
  .object({
    id: ownId('ticket_id'),
    readable_id: ReadableId,
    subject: z.string().describe('What it is about, in a line.'),
    category: z.enum(TICKET_CATEGORIES).describe('What kind of question it is.'),
    status: z
      .enum(TICKET_STATUSES)
      .describe('`open`: the operator is asked; `answered`: you are; `closed`: nobody is.'),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
    closed_at: time('When it was closed; null where it is not.').nullable(),
  })
  .describe('A question to the operator.')
export type Ticket = z.infer<typeof Ticket>

export const TicketMessage = z
  .object({
    id: z.uuid().describe('Names the message.'),
    author: z.enum(['person', 'operator']).describe('Who has written it: whoever asks, or the operator.'),
    message: z.string().describe('Plain text, as it was written.'),
    created_at: time('When it was written.'),
  })
  .describe('One message of a ticket.')
export type TicketMessage = z.infer<typeof TicketMessage>

export const TicketDetail = Ticket.extend({
  messages: z.array(TicketMessage).describe('The oldest first.'),
}).describe('A ticket with its messages.')
export type TicketDetail = z.infer<typeof TicketDetail>

export const Tickets = z.object({
  tickets: z.array(Ticket).describe('The one that was changed last comes first.'),
  total: Total,
})

export const PublicTicketAccepted = z.object({
  status: z.literal('accepted').describe('The question was taken; its answer comes by mail.'),
  readable_id: ReadableId,
  message: z.string().describe('The same in a sentence.'),
})
