import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** The database that the test run migrates once and that every test database is a copy of. */
export const TEMPLATE_DATABASE = 'gleaner_template'

export interface TestDatabase {
  url: string
  /** Drops the database, also when connections to it are still open. */
  close(): Promise<void>
}

/** A migrated, empty database of one's own on the server of this jest run; a copy takes some 50 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return await createDatabaseOf(TEMPLATE_DATABASE)
}

/** A database without any table, for what migrates. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return await createDatabaseOf('template1')
}

async function createDatabaseOf(template: string): Promise<TestDatabase> {
  const server = addressOf('GLEANER_TEST_POSTGRES')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  return {
    url: databaseUrl(server, name),
    close: () => administer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

/** Runs statements, one after the other, in the server's own database. */
export async function administer(server: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(server, 'postgres') })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The address of another database of the same server. */
export function databaseUrl(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** An address that the global setup of jest exports; throws outside a jest run of this project. */
export function addressOf(variable: 'GLEANER_TEST_POSTGRES' | 'GLEANER_TEST_REDIS'): string {
  const address = process.env[variable]
  if (!address) throw new Error(`${variable} is not set: jest starts the servers in its global setup`)
  return address
}
