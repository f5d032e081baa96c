import { z } from 'zod'
import { settingFacts } from './setting.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './units.ts'

const TRUE = ['1', 'true', 'yes', 'on']
const FALSE = ['0', 'false', 'no', 'off']
const UNIT_MS = { ms: 1, s: 1_000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const
const DURATION = /^(\d{1,12})(ms|s|m|h|d)?$/

/** A switch: `1 true yes on` or `0 false no off`. */
export function flagField(fallback: boolean) {
  return z
    .string()
    .optional()
    .transform((value, ctx) => {
      if (value === undefined) return fallback
      const word = value.toLowerCase()
      if (TRUE.includes(word)) return true
      if (FALSE.includes(word)) return false
      return refuse(ctx, 'must be true or false')
    })
    .register(settingFacts, { takes: 'true or false', default: String(fallback) })
}

/** A whole number between `min` and `max`, of so many `unit`s. Without `fallback` the variable must be set. */
export function intField(
  options: { min?: number; max?: number; fallback?: number | undefined; unit?: string } = {},
) {
  const { min = 0, max = Number.MAX_SAFE_INTEGER, fallback, unit = 'number' } = options
  return z
    .string()
    .optional()
    .transform((value, ctx) => {
      if (value === undefined) return fallback ?? refuse(ctx, 'is not set')
      const number = Number(value)
      if (/^-?\d+$/.test(value) && number >= min && number <= max) return number
      return refuse(ctx, `must be a whole number from ${min} to ${max}`)
    })
    .register(settingFacts, {
      takes: `${unit}, ${min} to ${max}`,
      ...(fallback !== undefined && { default: String(fallback) }),
    })
}

/** A TCP port; 0 lets the system choose one. */
export function portField(fallback?: number) {
  return intField({ max: 65_535, fallback, unit: 'port' })
}

/** A comma-separated list; blanks around the entries and empty entries are dropped. */
export function listField(fallback: readonly string[] = []) {
  return z
    .string()
    .optional()
    .transform((value) => (value === undefined ? [...fallback] : splitList(value)))
    .register(settingFacts, {
      takes: 'comma list',
      ...(fallback.length > 0 && { default: fallback.join() }),
    })
}

/** A length of time as milliseconds: `250ms`, `25s`, `5m`, `24h`, `30d`; a bare number is milliseconds. At least `minMs`. */
export function durationField(fallbackMs: number, minMs = 0) {
  return z
    .string()
    .optional()
    .transform((value, ctx) => {
      if (value === undefined) return fallbackMs
      const [, amount, unit] = DURATION.exec(value) ?? []
      if (!amount) return refuse(ctx, 'must be a length of time such as 250ms, 25s, 5m or 24h')
      const ms = Number(amount) * UNIT_MS[(unit ?? 'ms') as keyof typeof UNIT_MS]
      return ms >= minMs ? ms : refuse(ctx, `must be at least ${minMs}ms`)
    })
    .register(settingFacts, {
      takes: minMs > 0 ? `length of time, at least ${minMs}ms` : 'length of time',
      default: writeDuration(fallbackMs),
    })
}

/** What is done again and again more often than this leaves no time for other work. */
const LEAST_INTERVAL_MS = 50

/** How often something is done: a length of time that is not so short that nothing else is done. */
export function intervalField(fallbackMs: number) {
  return durationField(fallbackMs, LEAST_INTERVAL_MS)
}

/** An absolute URL with one of `protocols` (`['postgres', 'postgresql']`), kept as it was written. */
export function urlField(protocols: readonly string[]) {
  return z
    .string()
    .refine((value) => protocols.includes(protocolOf(value) ?? ''), {
      error: `must be a URL that starts with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
    })
    .register(settingFacts, { takes: `${protocols.join(' or ')} URL` })
}

/**
 * `development` or `production`, as Node's libraries know it. Whatever is not named development is production: what only a developer
 * may have (credits for nothing, redirects to localhost) has to be asked for.
 */
export function nodeEnvField() {
  return z
    .string()
    .optional()
    .transform((value) => (value === 'development' || value === 'test' ? 'development' : 'production'))
    .register(settingFacts, { takes: 'development, production', default: 'production' })
}

/** In the largest unit that leaves a whole number. */
function writeDuration(ms: number): string {
  if (ms === 0) return '0'
  const [unit, size] = Object.entries(UNIT_MS).findLast(([, length]) => ms % length === 0)!
  return `${ms / size}${unit}`
}

function splitList(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

function protocolOf(value: string): string | undefined {
  return URL.canParse(value) ? new URL(value).protocol.slice(0, -1) : undefined
}

function refuse(ctx: z.RefinementCtx, message: string): never {
  ctx.addIssue({ code: 'custom', message })
  return z.NEVER
}
