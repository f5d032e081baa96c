import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const deriveKey = promisify(argon2)

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const VERSION = 19
/** Each one takes 19 MiB and a core for a moment: a burst of logins must not take the process down. */
const MAX_AT_ONCE = 2
/** Those that wait for their turn: some two seconds of work. */
const MAX_WAITING = 50

/** So many passwords are being hashed that one more would wait for seconds: try again in a moment. */
export class PasswordsBusy extends Error {
  override readonly name = 'PasswordsBusy'
}

/** Hashes a password with argon2id into a PHC string, which carries its own parameters. Throws PasswordsBusy. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, { ...COST, nonce: salt, tagLength: HASH_BYTES })
  const cost = `m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`
  return `$argon2id$v=${VERSION}$${cost}$${unpadded(salt)}$${unpadded(hash)}`
}

/**
 * Whether the password belongs to the stored hash. Without a stored hash (no such user) it takes the same time and
 * is false, so that a login does not tell who has an account. Throws PasswordsBusy.
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const parsed = stored === undefined ? undefined : parse(stored)
  const salt = parsed?.nonce ?? Buffer.alloc(SALT_BYTES)
  const hash = await derive(password, parsed ?? { ...COST, nonce: salt, tagLength: HASH_BYTES })
  return parsed !== undefined && timingSafeEqual(hash, parsed.hash)
}

/** Whether a hash was made with other parameters than today's, and is due for renewal at the next login. */
export function needsRehash(stored: string): boolean {
  const parsed = parse(stored)
  return (
    parsed?.memory !== COST.memory || parsed.passes !== COST.passes || parsed.parallelism !== COST.parallelism
  )
}

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/

function parse(stored: string) {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(stored) ?? []
  if (salt === undefined || hash === undefined) return undefined
  const bytes = Buffer.from(hash, 'base64')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: bytes.length,
    hash: bytes,
  }
}

let running = 0
const waiting: (() => void)[] = []

async function derive(password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
  if (waiting.length >= MAX_WAITING) throw new PasswordsBusy('too many passwords are being hashed')
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    const { memory, passes, parallelism, nonce, tagLength } = parameters
    return await deriveKey('argon2id', { message: password, memory, passes, parallelism, nonce, tagLength })
  } finally {
    // The permit goes to the next waiting call, or becomes free.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
