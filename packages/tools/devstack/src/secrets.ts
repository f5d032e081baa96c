import { randomBytes } from 'node:crypto'
import { chmod, readFile } from 'node:fs/promises'
import { generateApiKey } from '@gleaner/security/api-key'
import { generateKey } from '@gleaner/security/secret-box'
import { writePrivate } from './write-private.ts'

/** What a stack makes up once and keeps, so that its data stays readable and its keys valid. */
export interface Secrets {
  encryption_keys: string
  jwt_secret: string
  api_key: string
  test_key: string
  user: { email: string; password: string }
  admin: { user: string; password: string }
  /** Of the Redis that the stack starts itself: on loopback every user and program of the machine can connect. */
  redis_password: string
}

/**
 * Reads the secrets of this stack; makes them at its first start, and one that is new in this version at the next. A
 * damaged file is an error: it sealed data.
 */
export async function loadSecrets(file: string): Promise<Secrets> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  const kept: Partial<Secrets> = text === undefined ? {} : parse(file, text)
  const secrets = { ...makeSecrets(), ...kept }
  const isWhole = Object.keys(secrets).length === Object.keys(kept).length
  // A copy or an editor may have left the file readable for others.
  if (isWhole) await chmod(file, 0o600)
  else await writePrivate(file, secrets)
  return secrets
}

function makeSecrets(): Secrets {
  return {
    encryption_keys: generateKey('k1'),
    jwt_secret: randomBytes(48).toString('base64url'),
    api_key: generateApiKey('live').key,
    test_key: generateApiKey('test').key,
    user: { email: 'dev@gleaner.local', password: randomBytes(12).toString('base64url') },
    admin: { user: 'admin', password: randomBytes(12).toString('base64url') },
    redis_password: randomBytes(24).toString('base64url'),
  }
}

function parse(file: string, text: string): Secrets {
  try {
    return JSON.parse(text) as Secrets
  } catch (cause) {
    throw new Error(`${file} is damaged. Restore it, or delete its folder to begin with empty data.`, {
      cause,
    })
  }
}
