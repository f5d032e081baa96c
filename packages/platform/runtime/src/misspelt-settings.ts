import { ConfigError, type Environment } from './config.ts'

/** Some tools give every variable the name of its program; ours have none. */
const PREFIX = 'GLEANER_'

/**
 * Throws a ConfigError for variables of `env` that are no setting and were probably meant to be one: a setting that is misspelt would
 * be left at its default in silence. Other programs' variables are none of ours.
 */
export function refuseMisspelt(known: ReadonlySet<string>, env: Environment): void {
  const faults = Object.keys(env)
    .filter((name) => env[name] && !known.has(name))
    .flatMap((name) => faultOf(name, known))
  if (faults.length === 0) return
  throw new ConfigError(
    ['The settings need attention:', ...faults, 'Every setting is listed in .env.example.'].join('\n'),
  )
}

function faultOf(name: string, known: ReadonlySet<string>): string[] {
  const own = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name
  const meant = nearest(own, known)
  return meant ? [`  ${name}: there is no such setting; did you mean ${meant}?`] : []
}

/** The setting within one slip of the fingers, in long names two. Short ones (HOST, PORT, USER) are near to anything. */
function nearest(name: string, known: ReadonlySet<string>): string | undefined {
  let best: { setting: string; distance: number } | undefined
  for (const setting of known) {
    const length = Math.min(name.length, setting.length)
    const most = length < 5 ? 0 : length < 8 ? 1 : 2
    if (Math.abs(name.length - setting.length) > most) continue
    const distance = slips(name, setting)
    if (distance <= most && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { setting, distance }
  }
  return best?.setting
}

/** Letters that are missing, too many, wrong or swapped with their neighbour (optimal string alignment). */
function slips(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) => [i])
  for (let j = 0; j <= b.length; j++) table[0]![j] = j
  const at = (i: number, j: number) => table[i]![j]!
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      table[i]![j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  return at(a.length, b.length)
}
