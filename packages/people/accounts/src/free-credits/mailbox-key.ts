import { createHmac, randomBytes } from 'node:crypto'
import type { Queryable } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import { mailboxOf } from './mailbox-of.ts'

const KEY_BYTES = 32
/** What the key is bound to. */
export const MAILBOX_KEY_CONTEXT = 'mailbox key'

/** Hashes e-mail addresses by their mailboxes, with this deployment's key, which is made when it is first asked for. */
export async function openMailboxHash(
  sql: Queryable,
  secretBox: SecretBox,
): Promise<(email: string) => Buffer> {
  const key = secretBox.open((await readKey(sql)) ?? (await makeKey(sql, secretBox)), MAILBOX_KEY_CONTEXT)
  return (email) => createHmac('sha256', Buffer.from(key, 'base64')).update(mailboxOf(email)).digest()
}

async function readKey(sql: Queryable): Promise<Buffer | undefined> {
  const { rows } = await sql.query<{ secret: Buffer }>('SELECT secret FROM mailbox_key')
  return rows[0]?.secret
}

/** Of several who make one at once the first one's is kept. */
async function makeKey(sql: Queryable, secretBox: SecretBox): Promise<Buffer> {
  const sealed = secretBox.seal(randomBytes(KEY_BYTES).toString('base64'), MAILBOX_KEY_CONTEXT)
  await sql.query('INSERT INTO mailbox_key (secret) VALUES ($1) ON CONFLICT DO NOTHING', [
    Buffer.from(sealed),
  ])
  return (await readKey(sql))!
}
