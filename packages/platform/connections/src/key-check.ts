import { isDatabaseUnavailable, type Queryable } from '@gleaner/db'
import { ConfigError, createLoop, type Logger } from '@gleaner/runtime'
import { type SecretBox, SecretUnreadable } from '@gleaner/security/secret-box'

/** What the value of the check is bound to, as it is sealed. */
export const KEY_CHECK_CONTEXT = 'key check'
const VALUE = 'the encryption keys of this deployment'
const AGAIN_MS = 500

/** Keeps a process with other encryption keys than the deployment's from working: what it sealed, nobody else could open. */
export interface KeyCheck {
  /** Throws a ConfigError for other keys. While Postgres is away it is made up for as soon as Postgres is back, and ends the process. */
  start(): Promise<void>
  stop(): Promise<void>
  /** A readiness check. */
  check(): Promise<void>
}

export function createKeyCheck(db: Queryable, secretBox: SecretBox, logger: Logger): KeyCheck {
  let isDone = false
  const check = async () => {
    await checkKeys(db, secretBox)
    isDone = true
  }
  const catchingUp = createLoop({
    name: 'check-keys',
    everyMs: AGAIN_MS,
    logger,
    // Its failures are those of readiness.
    metrics: undefined,
    run: async () => {
      if (isDone) return
      await check().catch((error: unknown) => {
        // Nothing may be taken with other keys: the process ends, as it would have at its start.
        if (error instanceof ConfigError)
          setImmediate(() => {
            throw error
          })
      })
    },
  })
  return {
    check,
    async start() {
      try {
        await check()
      } catch (error) {
        if (!isDatabaseUnavailable(error) && !isSchemaMissing(error)) throw error
        catchingUp.start()
      }
    },
    stop: catchingUp.stop,
  }
}

/** The first process of a deployment leaves the value; every other one has to open it. */
async function checkKeys(db: Queryable, secretBox: SecretBox): Promise<void> {
  const sealed = (await readValue(db)) ?? (await leaveValue(db, secretBox))
  try {
    secretBox.open(sealed, KEY_CHECK_CONTEXT)
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error
    throw new ConfigError(
      `ENCRYPTION_KEYS (${secretBox.keyIds.join(', ')}) cannot open what this deployment has sealed: give this process the keys of the others. ` +
        'While keys are changed the older one stays until "admin rotate-keys" has run; when it is lost for good, "admin rotate-keys --lost" goes on without it.',
    )
  }
}

async function leaveValue(db: Queryable, secretBox: SecretBox): Promise<Buffer> {
  await db.query('INSERT INTO key_check (sealed) VALUES ($1) ON CONFLICT DO NOTHING', [
    Buffer.from(secretBox.seal(VALUE, KEY_CHECK_CONTEXT)),
  ])
  return (await readValue(db))!
}

async function readValue(db: Queryable): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ sealed: Buffer }>('SELECT sealed FROM key_check')
  return rows[0]?.sealed
}

/** Seals the value anew, whatever it was sealed with: for an operator who has lost the keys. */
export async function replaceKeyCheck(db: Queryable, secretBox: SecretBox): Promise<void> {
  await db.query(
    'INSERT INTO key_check (sealed) VALUES ($1) ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed',
    [Buffer.from(secretBox.seal(VALUE, KEY_CHECK_CONTEXT))],
  )
}

const UNDEFINED_TABLE = '42P01'

/** The schema has a check of its own; nothing can be sealed before it is there. */
function isSchemaMissing(error: unknown): boolean {
  return (error as { code?: unknown }).code === UNDEFINED_TABLE
}
