import { randomInt } from 'node:crypto'
import type { TicketStatus } from '@gleaner/contracts'
import { ApiError } from '@gleaner/contracts/errors'
import { isUuid, uuidv7 } from '@gleaner/contracts/ids'
import { lockPlaces, type Queryable } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'

export interface SupportContext {
  secretBox: SecretBox
  publicUrl: string
  /** The operator's address, when there is one. */
  supportEmail: string | undefined
}

export type Author = 'person' | 'operator'

/** What a ticket is after each has written, and after it was closed. */
export const STATUS_AFTER: Record<Author | 'close', TicketStatus> = {
  person: 'open',
  operator: 'answered',
  close: 'closed',
}

/** As a ticket's row is read. */
export interface TicketRow {
  id: string
  readableId: string
  accountId: string | null
  userId: string | null
  email: string | null
  name: string | null
  subject: string
  category: string
  status: string
  createdAt: Date
  updatedAt: Date
  closedAt: Date | null
}

export const TICKET_COLUMNS = `id, readable_id AS "readableId", account_id AS "accountId", user_id AS "userId", email, name, subject, category, status,
  created_at AS "createdAt", updated_at AS "updatedAt", closed_at AS "closedAt"`

/** Crockford's base 32: no letter that looks like a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `T-` and five letters: what people call a ticket. Not a secret. */
export function newReadableId(): string {
  return `T-${Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`
}

/** Who asks, and what. */
export type NewTicket = Pick<TicketRow, 'accountId' | 'userId' | 'email' | 'name' | 'subject' | 'category'>

const TRIES = 10

/** Of 33 million readable ids one may be taken: then it gets another. */
export async function insertTicket(sql: Queryable, ticket: NewTicket): Promise<TicketRow> {
  const { accountId, userId, email, name, subject, category } = ticket
  for (let at = 0; at < TRIES; at++) {
    const { rows } = await sql.query<TicketRow>(
      `INSERT INTO support_ticket (id, readable_id, account_id, user_id, email, name, subject, category)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (readable_id) DO NOTHING RETURNING ${TICKET_COLUMNS}`,
      [uuidv7(), newReadableId(), accountId, userId, email, name, subject, category],
    )
    if (rows[0]) return rows[0]
  }
  throw new Error(`no readable id was free in ${TRIES} tries`)
}

/** Of one ticket, so that reading it is one reply. */
const MOST_MESSAGES = 200

/** Writes a message, and what the ticket is after it; the caller has locked its row. Throws CONFLICT when it holds as many as it may. */
export async function insertMessage(
  sql: Queryable,
  { id }: TicketRow,
  author: Author,
  text: string,
): Promise<void> {
  const { rows } = await sql.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM support_message WHERE ticket_id = $1',
    [id],
  )
  if (rows[0]!.count >= MOST_MESSAGES)
    throw new ApiError(
      'CONFLICT',
      `This ticket holds ${MOST_MESSAGES} messages, which is the most; open another one.`,
    )
  await sql.query('INSERT INTO support_message (id, ticket_id, author, text) VALUES ($1, $2, $3, $4)', [
    uuidv7(),
    id,
    author,
    text,
  ])
}

/** Notes what a ticket is now. */
export async function setStatus(sql: Queryable, id: string, status: TicketStatus): Promise<void> {
  await sql.query(
    `UPDATE support_ticket SET status = $2, updated_at = now(), closed_at = CASE WHEN $2 = 'closed' THEN COALESCE(closed_at, now()) END
     WHERE id = $1`,
    [id, status],
  )
}

/** Throws CONFLICT when as many tickets of the account are open as may be. */
export async function takeTicketPlace(sql: Queryable, accountId: string): Promise<void> {
  const { taken, isFull } = await lockPlaces(sql, 'ticket', accountId)
  if (isFull)
    throw new ApiError(
      'CONFLICT',
      `${taken} support tickets of this account are not closed, which is the most; close one first.`,
    )
}

/** A ticket by its id or its readable id, for whoever may see it: an account its own, the operator all (null). Throws NOT_FOUND. */
export async function lockTicket(sql: Queryable, accountId: string | null, id: string): Promise<TicketRow> {
  return (await selectTicket(sql, accountId, id, true)) ?? noSuchTicket()
}

export async function findTicket(sql: Queryable, accountId: string | null, id: string): Promise<TicketRow> {
  return (await selectTicket(sql, accountId, id, false)) ?? noSuchTicket()
}

async function selectTicket(
  sql: Queryable,
  accountId: string | null,
  id: string,
  isLocked: boolean,
): Promise<TicketRow | undefined> {
  const { rows } = await sql.query<TicketRow>(
    `SELECT ${TICKET_COLUMNS} FROM support_ticket
     WHERE (id = $1::uuid OR readable_id = $2) AND ($3::uuid IS NULL OR account_id = $3)${isLocked ? ' FOR UPDATE' : ''}`,
    [isUuid(id) ? id : null, id.toUpperCase(), accountId],
  )
  return rows[0]
}

function noSuchTicket(): never {
  throw new ApiError('NOT_FOUND', 'There is no such support ticket.')
}
