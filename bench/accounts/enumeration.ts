import { randomUUID } from 'node:crypto'
import { createAccount, requestPasswordReset, requestRegistration, signIn } from '@gleaner/accounts'
import { createDatabase, createPool } from '@gleaner/db'
import { createAccessTokens } from '@gleaner/security/jwt'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { describeMachine } from '../lib/machine.ts'
import { withStack } from '../lib/stack.ts'
import { median, percentile } from '../lib/statistics.ts'

/**
 * Whether time tells who has an account: sign-ins with a wrong password and requests for a password reset or (with
 * REGISTRATION=confirm) an account, at addresses that have an account and at others, in turn. Usage: node bench/accounts/enumeration.ts [rounds, default 400] [folder of a running stack]
 */
const [rounds = '400', home] = process.argv.slice(2)
const PASSWORD = 'a good long password'

await withStack({ home }, async (stack) => {
  const { database_url } = await stack.info()
  const pool = createPool({ url: database_url, max: 2 })
  const db = createDatabase(pool)
  const accessTokens = createAccessTokens({ secret: 's'.repeat(32), issuer: 'bench', audience: 'bench' })
  // Guesses at one address are bounded, which is not what is measured.
  const guesses = { take: async () => ({ waitSeconds: 0, release() {} }) }
  const ctx = { db, secretBox: createSecretBox(generateKey('k1')), accessTokens, guesses }
  const known = `${randomUUID()}@example.com`
  await createAccount(db, { name: 'bench', email: known, password: PASSWORD })
  // An address of its own each time: nothing about an unknown one may be remembered.
  const unknown = () => `${randomUUID()}@example.com`
  const wrong = (email: string) =>
    signIn(ctx, { email, password: 'not the password' }, '192.0.2.1').catch(() => undefined)
  // The request of before is answered by then, as the scheduler does every two seconds.
  const forget = (table: string) => () => pool.query(`DELETE FROM ${table}`)
  const register = (email: string) => requestRegistration(pool, { email, password: PASSWORD })

  console.log(`${describeMachine()}\n`)
  await compare('login, wrong password', wrong, known, unknown)
  await compare(
    'forgotten password',
    (email) => requestPasswordReset(pool, email),
    known,
    unknown,
    forget('password_reset_request'),
  )
  await compare('registering', register, known, unknown, forget('registration_request'))
  await pool.end()
})

async function compare(
  what: string,
  run: (email: string) => Promise<unknown>,
  known: string,
  unknown: () => string,
  after: () => Promise<unknown> = async () => {},
): Promise<void> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let round = 0; round < Number(rounds); round++) {
    for (const which of round % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const email = which === 'known' ? known : unknown()
      const startedAt = performance.now()
      await run(email)
      times[which].push(performance.now() - startedAt)
      await after()
    }
  }
  const shown = (list: number[]) =>
    `p50 ${median(list).toFixed(2)} ms, p90 ${percentile(list, 90).toFixed(2)} ms`
  console.log(`${what}: known ${shown(times.known)}; unknown ${shown(times.unknown)}`)
  console.log(`  known is slower in ${share(times)} % of ${rounds} pairs`)
}

/** 50 is what a coin says. */
function share({ known, unknown }: Record<'known' | 'unknown', number[]>): string {
  const slower = known.filter((time, index) => time > unknown[index]!).length
  return ((100 * slower) / known.length).toFixed(0)
}
