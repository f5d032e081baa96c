import { migrate, pendingMigrations, recordAsApplied } from '@gleaner/db/migrate'
import { AdminError, type Command } from '../command.ts'
import { databaseUrl } from '../local-settings.ts'

export const migrateCommand: Command = {
  summary:
    'Brings the database up to date, and tells meanwhile who is in the way. May be broken off and run again.',
  options: {},
  async run({ env }) {
    const applied = await migrate(databaseUrl(env), { say: (line) => console.error(line) }).catch(
      asAdminError,
    )
    return applied.map((migration) => ({ migration, state: 'applied now' }))
  },
}

export const listMigrationsCommand: Command = {
  summary: 'Lists the migrations that the database lacks.',
  options: {},
  async run({ env }) {
    const pending = await pendingMigrations(databaseUrl(env))
    return pending.map((migration) => ({ migration, state: 'pending' }))
  },
}

export const resolveMigrationCommand: Command = {
  summary:
    'Records a migration as applied without running it, where the database has all that its script makes.',
  options: { name: { value: 'migration', required: true, help: 'as list-migrations shows it' } },
  async run({ env }, values) {
    const name = String(values.name)
    const isNew = await recordAsApplied(databaseUrl(env), name).catch(asAdminError)
    return { migration: name, state: 'applied', changed: isNew ? 'yes' : 'no' }
  },
}

function asAdminError(error: unknown): never {
  throw new AdminError((error as Error).message)
}
