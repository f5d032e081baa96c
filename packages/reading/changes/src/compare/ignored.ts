import { collapse } from '@gleaner/markup'
import { RE2JS } from 're2js'
import type { IgnoredText } from './settings.ts'

/** What cuts ignored texts out of a text. Throws for a pattern that is none of RE2's. */
export function createCutter(ignored: readonly IgnoredText[] = []): (text: string) => string {
  if (ignored.length === 0) return (text) => text
  const cuts = ignored.map((entry) => {
    if ('contains' in entry) return (text: string) => text.replaceAll(entry.contains, ' ')
    const pattern = RE2JS.compile(RE2JS.translateRegExp(entry.matches))
    return (text: string) => pattern.matcher(text).replaceAll(' ')
  })
  return (text) => {
    const cut = cuts.reduce((rest, cutOut) => cutOut(rest), text)
    return cut === text ? text : collapse(cut)
  }
}
