import { ApiError } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import type { AccountsContext } from '../context.ts'
import { guessCode } from './guess-code.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

/** What a sealed secret is bound to. */
export function totpContext(userId: string): string {
  return `second factor of ${userId}`
}

interface Factor {
  secret: Uint8Array
  isConfirmed: boolean
  /** Of the database's clock, in seconds. */
  now: number
}

export async function readFactor(sql: Queryable, userId: string): Promise<Factor | undefined> {
  const { rows } = await sql.query<Factor>(
    `SELECT secret, confirmed_at IS NOT NULL AS "isConfirmed", extract(epoch FROM now())::float8 AS now
     FROM second_factor WHERE user_id = $1`,
    [userId],
  )
  return rows[0]
}

/** Whether a user has to show a code besides their password. */
export async function hasSecondFactor(sql: Queryable, userId: string): Promise<boolean> {
  return (await readFactor(sql, userId))?.isConfirmed === true
}

/** Uses up a code of the app: of several that bring the same, and of any that is not newer than the last, none is good again. */
export async function useTotpCode(
  { secretBox }: Pick<AccountsContext, 'secretBox'>,
  sql: Queryable,
  userId: string,
  { secret, now }: Factor,
  code: string,
): Promise<boolean> {
  const step = stepOf(secretBox.open(secret, totpContext(userId)), code, now)
  if (step === undefined) return false
  const { rowCount } = await sql.query(
    'UPDATE second_factor SET last_step = $2 WHERE user_id = $1 AND last_step < $2',
    [userId, step],
  )
  return rowCount === 1
}

const OF_USER = [
  { requests: 10, seconds: 15 * 60 },
  { requests: 50, seconds: 24 * 60 * 60 },
]
const OF_NETWORK = [{ requests: 30, seconds: 15 * 60 }]

/**
 * Whether a code is one that a user's app shows, or a recovery code of theirs, which is used up by it. Wrong ones are counted, for the user
 * and for the network that they come from. Throws RATE_LIMITED.
 */
export async function isRightCode(
  ctx: AccountsContext,
  userId: string,
  text: string,
  network: string,
): Promise<boolean> {
  const guessedFor = [
    [`second-factor:${userId}`, OF_USER],
    [`second-factor:${network}`, OF_NETWORK],
  ] as const
  return await guessCode(ctx.guesses, guessedFor, () => useCode(ctx, userId, text))
}

async function useCode(ctx: AccountsContext, userId: string, text: string): Promise<boolean> {
  const { pool } = ctx.db
  const factor = await readFactor(pool, userId)
  if (!factor) return false
  const code = text.replaceAll(/[\s-]/g, '')
  return /^\d{6}$/.test(code)
    ? await useTotpCode(ctx, pool, userId, factor, code)
    : factor.isConfirmed && (await useRecoveryCode(pool, userId, code))
}

/**
 * For what changes how a user signs in: where they have a second factor a code of it must be there and right. Throws INVALID_REQUEST that
 * names the field, and RATE_LIMITED.
 */
export async function requireCode(
  ctx: AccountsContext,
  userId: string,
  code: string | undefined,
  network: string,
): Promise<void> {
  if (!(await hasSecondFactor(ctx.db.pool, userId))) return
  if (code === undefined) throw wrongCode('is required: this account has a second factor')
  if (!(await isRightCode(ctx, userId, code, network))) throw wrongCode()
}

export function wrongCode(message = 'is wrong, was used before, or is too old'): ApiError {
  return new ApiError('INVALID_REQUEST', `code ${message}.`, { issues: [{ path: 'code', message }] })
}
