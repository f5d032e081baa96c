import { type DestinationStream, type Logger, pino } from 'pino'
import { describeError } from './describe-error.ts'
import { maskLogins } from './mask-secrets.ts'

export type { Logger } from 'pino'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Fields that hold a secret wherever they appear, up to two levels deep. */
const SECRET_FIELDS = [
  'apiKey',
  'api_key',
  'authorization',
  'body',
  'client_secret',
  'cookie',
  'cookies',
  'encryptionKeys',
  'jwt',
  'password',
  'secret',
  'session_headers',
  'sessionHeaders',
  'webhook_headers',
  'webhookHeaders',
  'set-cookie',
  'token',
  'access_token',
  'refresh_token',
  'x-api-key',
]

const REDACTED_PATHS = SECRET_FIELDS.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`])

/**
 * A JSON line logger on standard output. `service` stands in every line; secret fields are masked, and so are logins in
 * URLs anywhere in a line.
 */
export function createLogger(
  options: { service: string; level: LogLevel },
  destination: DestinationStream = pino.destination(1),
): Logger {
  const settings = {
    level: options.level,
    base: { service: options.service },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
    hooks: { streamWrite: maskLogins },
    serializers: { err: describeError, error: describeError },
  }
  return pino(settings, destination)
}

/** A logger that says nothing, for tests. */
export function silentLogger(): Logger {
  return pino({ level: 'silent' })
}
