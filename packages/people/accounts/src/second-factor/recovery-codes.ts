import { randomInt } from 'node:crypto'
import type { Queryable } from '@gleaner/db'
import { storedHash } from '@gleaner/security/stored-hash'

const CODES = 10
/** Without those that look alike. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 4
const GROUP_CHARS = 4

/** Gives a user ten codes of 80 bits in place of those that they have: so many that a plain hash tells nobody what they are. */
export async function replaceRecoveryCodes(sql: Queryable, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await sql.query('DELETE FROM recovery_code WHERE user_id = $1', [userId])
  await sql.query('INSERT INTO recovery_code (user_id, hash) SELECT $1, unnest($2::bytea[])', [
    userId,
    codes.map(hashOf),
  ])
  return codes
}

/** Uses up a code, however a person writes it. True for one of several that bring the same. */
export async function useRecoveryCode(sql: Queryable, userId: string, code: string): Promise<boolean> {
  const { rowCount } = await sql.query('DELETE FROM recovery_code WHERE user_id = $1 AND hash = $2', [
    userId,
    hashOf(code),
  ])
  return rowCount === 1
}

function newCode(): string {
  const letter = () => LETTERS[randomInt(LETTERS.length)]
  const group = () => Array.from({ length: GROUP_CHARS }, letter).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

function hashOf(code: string): Buffer {
  return Buffer.from(storedHash(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')))
}
