/** What the operator does about a part of the server that is not ready, by the name of its check. */
const REMEDIES: Record<string, string> = {
  postgres: 'Start Postgres, or correct DATABASE_URL; until then nothing is answered.',
  writable: 'Postgres takes no writes: look at its disk, and whether DATABASE_URL names a replica.',
  schema: 'Bring the database up to date: `npm run admin -- migrate`.',
  redis: 'Start Redis, or correct REDIS_URL; until then new work is refused.',
  storage: 'Look at the disk or bucket that keeps screenshots and PDFs.',
  clock: 'Set the clock of the server’s machine.',
  keys: 'Correct ENCRYPTION_KEYS: the database was sealed with others.',
  process: 'It starts or stops at the moment; ask again soon.',
}

export function remediesOf(failing: readonly string[]): string {
  return failing.map((name) => REMEDIES[name] ?? `The operator has to look at ${name}.`).join(' ')
}
