import { fnv1a } from '@gleaner/runtime/hash'
import { type Brand, brandHeader, brandsOf } from './brands.ts'
import { CURRENT_CHROME } from './chrome-version.ts'
import { COUNTRIES, DEFAULT_PROFILE } from './countries.ts'
import { acceptLanguageOf, languagesOf } from './languages.ts'
import { PLATFORMS, type Platform } from './platforms.ts'
import { readUserAgent } from './read-user-agent.ts'

export interface IdentityOptions {
  /** ISO 3166-1 alpha-2, upper case. Unknown codes get the US profile. */
  country?: string | undefined
  /** BCP 47; goes before the country's own language. */
  language?: string | undefined
  /** BCP 47, the best first; before both. */
  languages?: readonly string[] | undefined
  /** What it is called; what goes with the name follows it. */
  userAgent?: string | undefined
  /** Major version; that of the browser where one runs. */
  chromeVersion?: number | undefined
  /** Default: `windows`, the system of most people. */
  platform?: Platform | undefined
  /** The same seed gives the same identity; another one varies what varies between people. */
  seed: string
}

/** One browser of one person, every part agreeing with every other. */
export interface Identity {
  chromeVersion: number
  userAgent: string
  /** BCP 47, the first of `languages`. */
  locale: string
  /** `navigator.languages`. */
  languages: string[]
  acceptLanguage: string
  timeZone: string
  platform: Platform
  navigatorPlatform: string
  mobile: boolean
  /** `navigator.hardwareConcurrency`; undefined: what the machine has. */
  cores: number | undefined
  viewport: { width: number; height: number; deviceScaleFactor: number }
  screen: { width: number; height: number }
  /** The three hints that Chrome sends unasked, as header values; other browsers send none. */
  clientHints?: { secChUa: string; secChUaMobile: '?0' | '?1'; secChUaPlatform: string }
  /** For `navigator.userAgentData` and the hints that a site asks for, in the shape of CDP's UserAgentMetadata. */
  userAgentMetadata?: {
    brands: Brand[]
    fullVersionList: Brand[]
    fullVersion: string
    platform: string
    platformVersion: string
    architecture: string
    bitness: string
    model: string
    mobile: boolean
    wow64: boolean
    formFactors: ['Desktop' | 'Mobile']
  }
}

/** The identity of one attempt. Pure: the same options give the same identity. */
export function identityFor(options: IdentityOptions): Identity {
  const named = options.userAgent === undefined ? undefined : readUserAgent(options.userAgent)
  const chromeVersion = named?.chromeVersion ?? options.chromeVersion ?? CURRENT_CHROME
  const platform = named?.platform ?? options.platform ?? 'windows'
  const facts = PLATFORMS[platform]
  const [countryLocale, timeZone] = COUNTRIES[options.country ?? 'US'] ?? DEFAULT_PROFILE
  const languages = options.languages ? [...options.languages] : languagesOf(options.language, countryLocale)
  const brands = brandsOf(chromeVersion)
  const fullVersion = `${chromeVersion}.0.0.0`
  const [width, height, deviceScaleFactor] = facts.screens[fnv1a(options.seed) % facts.screens.length]!
  const mobilePart = facts.mobile ? ' Mobile' : ''
  const hasHints = named === undefined || named.chromeVersion !== undefined

  return {
    chromeVersion,
    userAgent:
      options.userAgent ??
      `Mozilla/5.0 (${facts.userAgentPart}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${fullVersion}${mobilePart} Safari/537.36`,
    locale: languages[0]!,
    languages,
    acceptLanguage: acceptLanguageOf(languages),
    timeZone,
    platform,
    navigatorPlatform: facts.navigatorPlatform,
    mobile: facts.mobile,
    cores: facts.cores,
    viewport: { width, height: height - facts.chromeHeight, deviceScaleFactor },
    screen: { width, height },
    ...(hasHints && hintsOf()),
  }

  function hintsOf(): Pick<Required<Identity>, 'clientHints' | 'userAgentMetadata'> {
    return {
      clientHints: {
        secChUa: brandHeader(brands),
        secChUaMobile: facts.mobile ? '?1' : '?0',
        secChUaPlatform: `"${facts.hint}"`,
      },
      userAgentMetadata: {
        brands,
        fullVersionList: brands.map(({ brand, version }) => ({ brand, version: `${version}.0.0.0` })),
        fullVersion,
        platform: facts.hint,
        platformVersion: facts.hintVersion,
        architecture: facts.architecture,
        bitness: facts.bitness,
        model: facts.model,
        mobile: facts.mobile,
        wow64: false,
        formFactors: [facts.mobile ? 'Mobile' : 'Desktop'],
      },
    }
  }
}
