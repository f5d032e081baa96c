/** The first that a user agent names counts: browsers name those that they are like as well. */
const PROGRAMS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** What a person calls the device of a user agent: `Firefox on Windows`, or the program's own name; null for none. */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null
  const first = (table: typeof PROGRAMS) => table.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [program, system] = [first(PROGRAMS), first(SYSTEMS)]
  if (program && system) return `${program} on ${system}`
  return program ?? system ?? (/^[\w.-]+/.exec(userAgent)?.[0] || null)
}
