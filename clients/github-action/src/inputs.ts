import { resolve, sep } from 'node:path'

export type Environment = Record<string, string | undefined>

const FAIL_ON = ['any', 'all', 'never'] as const

export interface Inputs {
  apiKey: string
  baseUrl: string
  /** Pages, or the start page of a crawl. */
  source: { urls: string[] } | { crawl: string; maxPages: number }
  /** Of the request, beside where it begins. */
  fields: Record<string, unknown>
  output: string
  failOn: (typeof FAIL_ON)[number]
  timeoutSeconds: number
}

/** Something in the workflow's file that has to be mended. */
export class InputError extends Error {}

export function readInputs(env: Environment): Inputs {
  const urls = text(env, 'urls').split(/\s+/).filter(Boolean)
  const crawl = text(env, 'crawl')
  if ((urls.length === 0) === (crawl === ''))
    throw new InputError('Name either `urls`, one a line, or `crawl`, the start page of a site.')
  return {
    apiKey: required(env, 'api-key'),
    baseUrl: required(env, 'base-url'),
    source: crawl === '' ? { urls } : { crawl, maxPages: positive(env, 'max-pages', '10') },
    fields: fieldsOf(env),
    output: folder(env),
    failOn: oneOf(FAIL_ON, env, 'fail-on', 'any'),
    timeoutSeconds: positive(env, 'timeout', '1800'),
  }
}

function fieldsOf(env: Environment): Record<string, unknown> {
  const formats = text(env, 'formats', 'markdown').split(',')
  const schema = json(env, 'schema')
  return {
    formats: formats.map((format) => format.trim()).filter(Boolean),
    ...(schema && { extraction_schema: schema }),
    ...json(env, 'fields'),
  }
}

/** As the runner gives it: `INPUT_` and the name in capitals. */
function text(env: Environment, name: string, fallback = ''): string {
  return env[`INPUT_${name.toUpperCase()}`]?.trim() || fallback
}

function required(env: Environment, name: string): string {
  const value = text(env, name)
  if (value === '')
    throw new InputError(
      `\`${name}\` is empty. A secret is empty where it is not set, and in workflows of forks.`,
    )
  return value
}

function positive(env: Environment, name: string, fallback: string): number {
  const number = Number(text(env, name, fallback))
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new InputError(`\`${name}\` has to be a whole number above 0.`)
}

function oneOf<T extends string>(values: readonly T[], env: Environment, name: string, fallback: T): T {
  const value = values.find((one) => one === text(env, name, fallback))
  if (value !== undefined) return value
  throw new InputError(`\`${name}\` has to be one of ${values.join(', ')}.`)
}

function json(env: Environment, name: string): Record<string, unknown> | undefined {
  const given = text(env, name)
  if (given === '') return undefined
  try {
    const parsed: unknown = JSON.parse(given)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw new InputError(`\`${name}\` has to be a JSON object.`)
}

function folder(env: Environment): string {
  const output = text(env, 'output', 'gleaner')
  if (`${resolve('/workspace', output)}${sep}`.startsWith(`${resolve('/workspace')}${sep}`)) return output
  throw new InputError('`output` has to be a folder below the workspace, such as `data/pages`.')
}
