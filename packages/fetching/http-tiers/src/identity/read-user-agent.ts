import type { Platform } from './platforms.ts'

/** In the order in which they are looked for: a phone's name has that of its kernel in it. */
const PLATFORM_NAMES: readonly (readonly [RegExp, Platform])[] = [
  [/Android/, 'android'],
  [/Windows/, 'windows'],
  [/Macintosh|Mac OS X/, 'macos'],
  [/Linux|X11|CrOS/, 'linux'],
]

/** Browsers of Chrome's engine that send hints under names of their own. */
const OTHER_BRANDS = /\b(?:Edg|EdgA|OPR|SamsungBrowser|YaBrowser|Vivaldi|Brave|UCBrowser|HeadlessChrome)\//

/** What a user agent says of itself. `chromeVersion`: of a Chrome alone, which sends hints with it. */
export function readUserAgent(text: string): {
  chromeVersion: number | undefined
  platform: Platform | undefined
} {
  const version = OTHER_BRANDS.test(text) ? undefined : /\bChrome\/(\d{1,4})\b/.exec(text)?.[1]
  return {
    chromeVersion: version === undefined ? undefined : Number(version),
    platform: PLATFORM_NAMES.find(([pattern]) => pattern.test(text))?.[1],
  }
}
