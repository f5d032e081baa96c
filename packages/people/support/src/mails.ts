import type { Queryable } from '@gleaner/db'
import { queueMail, readOwners } from '@gleaner/mail'
import type { SupportContext, TicketRow } from './tickets.ts'

/** Tells the operator what somebody has written. It is theirs, word by word: mails show it as text. */
export async function tellOperator(
  sql: Queryable,
  { secretBox, supportEmail, publicUrl }: SupportContext,
  ticket: TicketRow,
  message: string,
): Promise<void> {
  if (supportEmail === undefined) return
  const { readableId, subject, accountId, email, name, category } = ticket
  const who =
    accountId === null ? `${name ?? 'Somebody'} <${email}>, without an account` : `Account ${accountId}`
  await queueMail(sql, secretBox, {
    to: supportEmail,
    subject: `[${readableId}] ${subject}`,
    text: `${who} writes to ${new URL(publicUrl).host} (${category}):

${quoted(message)}

To answer: npm run admin -- reply-ticket --ticket ${readableId} --message "..."
`,
  })
}

/** Tells who has asked what the operator has answered. */
export async function tellAsker(
  sql: Queryable,
  { secretBox, supportEmail, publicUrl }: SupportContext,
  ticket: TicketRow,
  answer: string,
): Promise<number> {
  const { readableId, subject, accountId } = ticket
  const goOn =
    accountId !== null
      ? `To go on: POST /api/v1/support/tickets/${readableId}/reply with {"message": "..."}.`
      : supportEmail === undefined
        ? 'To go on, ask again and name this ticket.'
        : `To go on, write to ${supportEmail} and name this ticket.`
  const people = await askersOf(sql, ticket)
  for (const { id, email } of people)
    await queueMail(sql, secretBox, {
      to: email,
      ...(id !== undefined && { userId: id }),
      subject: `[${readableId}] ${subject}`,
      text: `The operator of ${new URL(publicUrl).host} answers your ticket ${readableId}:

${quoted(answer)}

${goOn}
`,
    })
  return people.length
}

/** Who wrote it where that is known and still there, else the owner of the account. */
async function askersOf(
  sql: Queryable,
  { accountId, userId, email }: TicketRow,
): Promise<{ id?: string; email: string }[]> {
  if (accountId === null) return email === null ? [] : [{ email }]
  const { rows } = await sql.query<{ id: string; email: string }>(
    'SELECT id, email FROM app_user WHERE id = $1',
    [userId],
  )
  return rows.length > 0 ? rows : await readOwners(sql, accountId)
}

/** So that nothing of it passes for words of ours. */
function quoted(text: string): string {
  return text.replaceAll(/^/gm, '> ')
}
