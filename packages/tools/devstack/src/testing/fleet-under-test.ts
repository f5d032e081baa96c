import type { Environment } from '../environment.ts'

/** The environment of a fleet under test: it has databases of its own, and a busy machine fails none of its requests. */
export const FLEET_UNDER_TEST: Environment = {
  ...process.env,
  DATABASE_URL: undefined,
  REDIS_URL: undefined,
  DATABASE_CONNECT_TIMEOUT: '60s',
}
