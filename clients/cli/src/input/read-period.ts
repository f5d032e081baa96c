import { InvalidArgumentError } from 'commander'

const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** `30s`, `10m`, `6h` or `1d` in seconds. */
export function readPeriod(text: string): number {
  const [, count, unit] = /^(\d{1,5})([smhd])$/.exec(text.trim()) ?? []
  const seconds = Number(count) * SECONDS[unit ?? '']!
  if (seconds >= 1) return seconds
  throw new InvalidArgumentError('It must be a number with s, m, h or d behind it, such as 10m.')
}
