/** A language as a BCP 47 tag (`en_us` gives `en-US`); undefined for what is none. */
export function normalizeLanguage(declared: string | undefined): string | undefined {
  const [first] = (declared ?? '').split(/[,;.]/, 1)
  const tag = first!.trim().replace(/_/g, '-')
  if (!tag || tag.length > 35 || !/^[a-z]{2,3}(-[a-z\d]{1,8})*$/i.test(tag)) return undefined
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}
