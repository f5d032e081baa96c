import type { z } from 'zod'
import { descriptionOf } from './setting.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Thrown when the environment does not fit; the message names every variable at fault and what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads the variables that `schema` (a zod object keyed by their names) declares. An empty variable counts as not
 * set. Throws one ConfigError for all faults; values never appear in it, so that secrets stay secret.
 */
export function loadConfig<Schema extends z.ZodObject>(schema: Schema, env: Environment): z.infer<Schema> {
  const given = Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, env[name]?.trim() || undefined]),
  )
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const faults = result.error.issues.map((issue) => {
    const name = String(issue.path[0] ?? '(settings)')
    return { name, fault: given[name] === undefined ? 'is not set' : issue.message }
  })
  throw new ConfigError(describeFaults(schema, faults))
}

function describeFaults(schema: z.ZodObject, faults: { name: string; fault: string }[]): string {
  const lines = faults.map(({ name, fault }) => {
    const field = schema.shape[name]
    const remedy = field && descriptionOf(field)
    return `  ${name}: ${fault}${remedy ? ` (${remedy})` : ''}`
  })
  return ['The settings need attention:', ...new Set(lines), 'Every setting is listed in .env.example.'].join(
    '\n',
  )
}
