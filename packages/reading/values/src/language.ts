/** Cache from a language as declared to its tag: pages are in few languages, and `Intl` is slow to say. */
const known = new Map<string, string | undefined>()
/** Declarations that are remembered, and how long they are at most. */
const MOST_KNOWN = 500
const KNOWN_CHARS = 35

/** A language as a BCP 47 tag (`en_us` gives `en-US`); undefined for what is none. */
export function normalizeLanguage(declared: string | undefined): string | undefined {
  if (declared === undefined || declared.length > KNOWN_CHARS) return canonical(declared)
  const before = known.get(declared)
  if (before !== undefined || known.has(declared)) return before
  const language = canonical(declared)
  if (known.size < MOST_KNOWN) known.set(declared, language)
  return language
}

function canonical(declared: string | undefined): string | undefined {
  const [first] = (declared ?? '').split(/[,;.]/, 1)
  const tag = first!.trim().replace(/_/g, '-')
  if (!tag || tag.length > 35 || !/^[a-z]{2,3}(-[a-z\d]{1,8})*$/i.test(tag)) return undefined
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}
