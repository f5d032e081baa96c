import { misuse } from '../failure.ts'
import { readAddress } from './address.ts'
import type { Config } from './config-file.ts'

export interface Flags {
  url?: string
  key?: string
  profile?: string
}

/** Which server is asked, and with which key. */
export interface Target {
  url: string
  key: string | undefined
  /** The profile that said so, where one did. */
  profile: string | undefined
  /** Where address and key are from, in words. */
  urlFrom: string
  keyFrom: string | undefined
}

const DEFAULT_URL = 'http://localhost:8080'

/**
 * Flags go before the environment, and that before the file. The key of a profile is sent to the server of that profile and to no other:
 * `--url` alone picks the profile of that server, or leaves no key.
 */
export function resolveTarget(
  flags: Flags,
  env: Readonly<Record<string, string | undefined>>,
  config: Config,
): Target {
  const named = flags.profile ?? (env.GLEANER_PROFILE || undefined)
  if (named !== undefined && !Object.hasOwn(config.profiles, named))
    throw misuse(
      `There is no profile "${named}".`,
      `There are: ${Object.keys(config.profiles).join(', ') || 'none'}. \`gleaner login --profile ${named} --url ADDRESS\` makes it.`,
    )
  const given = flags.url ?? (env.GLEANER_URL || undefined)
  const url = given === undefined ? undefined : readAddress(given)
  const profile = named ?? profileOf(config, url)
  const stored = profile === undefined ? undefined : config.profiles[profile]
  if (named !== undefined && url !== undefined && stored?.url !== url)
    throw misuse(`Profile "${named}" is of ${stored?.url}, not of ${url}.`, 'Leave --url or --profile out.')
  const key = flags.key ?? (env.GLEANER_API_KEY || undefined)
  return {
    url: url ?? stored?.url ?? DEFAULT_URL,
    key: key ?? stored?.key,
    profile,
    urlFrom:
      source(flags.url && '--url', given && 'GLEANER_URL', stored && `profile ${profile}`) ?? 'the default',
    keyFrom: source(flags.key && '--key', key && 'GLEANER_API_KEY', stored?.key && `profile ${profile}`),
  }
}

/** The current profile, or of a given server the profile that has it. */
function profileOf({ current, profiles }: Config, url: string | undefined): string | undefined {
  const isCurrent = current !== undefined && Object.hasOwn(profiles, current)
  if (isCurrent && (url === undefined || profiles[current]!.url === url)) return current
  if (url === undefined) return undefined
  return Object.keys(profiles).find((name) => profiles[name]!.url === url)
}

function source(...names: (string | undefined)[]): string | undefined {
  return names.find(Boolean)
}
