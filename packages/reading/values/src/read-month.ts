import { MONTH_NAMES } from './month-names.ts'
import { trimMarksEnd } from './trim-marks.ts'

type Lookup = Map<string, number>

const byLanguage = new Map<string, Lookup>()
let everywhere: Lookup | undefined

/**
 * Number of a month name (1 to 12), in any letter case, with or without accents. `language` decides where two languages
 * disagree (`listopad` is October in Croatian, November in Czech); without it such a name is not read.
 */
export function readMonth(word: string, language?: string): number | undefined {
  const name = trimMarksEnd(word.toLowerCase(), /[.׳'’॰]/)
  if (name.length < 2) return undefined
  const own = language === undefined ? undefined : lookupOf(language.slice(0, 2).toLowerCase())
  everywhere ??= mergeAll()
  return find(own, name) ?? find(everywhere, name)
}

function find(lookup: Lookup | undefined, name: string): number | undefined {
  if (!lookup) return undefined
  const month =
    lookup.get(name) ?? lookup.get(name.replace(/^[בו](?=[\u05d0-\u05ea]{3})/u, '')) ?? lookup.get(bare(name))
  return month || undefined
}

function lookupOf(language: string): Lookup | undefined {
  const known = byLanguage.get(language)
  if (known) return known
  const rows = Object.keys(MONTH_NAMES).filter((key) => key === language || key.startsWith(`${language}-`))
  if (rows.length === 0) return undefined
  const lookup: Lookup = new Map()
  for (const row of rows) addRow(lookup, MONTH_NAMES[row]!, (_, month) => month)
  byLanguage.set(language, lookup)
  return lookup
}

/** 0 marks a name that two languages read differently. English wins: its names stand on pages of every language. */
function mergeAll(): Lookup {
  const lookup: Lookup = new Map()
  for (const row of Object.values(MONTH_NAMES))
    addRow(lookup, row, (before, month) => (before === month ? month : 0))
  addRow(lookup, MONTH_NAMES.en!, (_, month) => month)
  return lookup
}

function addRow(lookup: Lookup, row: string, settle: (before: number, month: number) => number): void {
  row.split(';').forEach((names, index) => {
    for (const name of names.split('|').flatMap((full) => [full, bare(full)])) {
      const before = lookup.get(name)
      lookup.set(name, before === undefined ? index + 1 : settle(before, index + 1))
    }
  })
}

function bare(name: string): string {
  return name.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
}
