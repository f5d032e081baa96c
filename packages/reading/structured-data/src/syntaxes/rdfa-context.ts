import type { Element } from '@gleaner/markup'

/** What an element passes on to those below it (RDFa Core 1.1, section 7.5). */
export interface RdfaContext {
  subject: string
  object: string
  vocab: string | undefined
  prefixes: Record<string, string>
  /** XHTML+RDFa reads the link types of HTML (`icon`, `next`) as terms; HTML does not. */
  hasLinkTerms: boolean
  /** Incomplete triples: the predicates of a `rel` or `rev` above that have no object yet. */
  incomplete: { predicate: string; reverse: boolean; subject: string }[]
}

/** RDFa's initial context: the prefixes that pages use without declaring them. */
export const INITIAL_PREFIXES: Record<string, string> = Object.assign(Object.create(null), {
  schema: 'http://schema.org/',
  og: 'http://ogp.me/ns#',
  article: 'http://ogp.me/ns/article#',
  product: 'http://ogp.me/ns/product#',
  dc: 'http://purl.org/dc/terms/',
  dcterms: 'http://purl.org/dc/terms/',
  dc11: 'http://purl.org/dc/elements/1.1/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  owl: 'http://www.w3.org/2002/07/owl#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  sioc: 'http://rdfs.org/sioc/ns#',
  v: 'http://rdf.data-vocabulary.org/#',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
  gr: 'http://purl.org/goodrelations/v1#',
  cc: 'http://creativecommons.org/ns#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  ctag: 'http://commontag.org/ns#',
  rev: 'http://purl.org/stuff/rev#',
  xhv: 'http://www.w3.org/1999/xhtml/vocab#',
})
const XHTML_VOCAB = 'http://www.w3.org/1999/xhtml/vocab#'
/** Link types that RDFa reads without a vocabulary. */
const XHTML_TERMS = new Set(
  'alternate appendix bookmark cite chapter contents copyright first glossary help icon index last license meta next prev previous role section start stylesheet subsection top up'.split(
    ' ',
  ),
)

/** The context with the vocabulary and the prefixes that this element declares. */
export function withDeclarations(context: RdfaContext, { attrs }: Element): RdfaContext {
  const { vocab, prefix } = attrs
  const xmlns = Object.keys(attrs).filter((name) => name.startsWith('xmlns:'))
  if (vocab === undefined && prefix === undefined && xmlns.length === 0) return context
  // Inherits those of the ancestors, so that thousands of elements need no copies of them.
  const prefixes: Record<string, string> = Object.create(context.prefixes)
  for (const name of xmlns) prefixes[name.slice(6).toLowerCase()] = attrs[name]!
  for (const [, name, address] of prefix?.matchAll(/([^\s:]{1,40}):\s+(\S{1,500})/g) ?? [])
    prefixes[name!.toLowerCase()] = address!
  return { ...context, vocab: vocab === undefined ? context.vocab : vocab || undefined, prefixes }
}

/** The full IRI of a term, CURIE or IRI in `typeof`, `property` or `rel`; undefined for a term without a vocabulary. */
export function expandTerm(context: RdfaContext, term: string, isLinkType = false): string | undefined {
  const colon = term.indexOf(':')
  if (colon > 0) {
    const prefix = term.slice(0, colon).toLowerCase()
    const address = context.prefixes[prefix]
    if (address !== undefined && !term.startsWith('//', colon + 1)) return address + term.slice(colon + 1)
    // A name with an undeclared prefix (`al:ios:url`) is read as an address of its own scheme.
    return /^[a-z][\w+.-]*:\S+$/i.test(term) ? term : undefined
  }
  if (context.vocab) return context.vocab + term
  return isLinkType && context.hasLinkTerms && XHTML_TERMS.has(term.toLowerCase())
    ? XHTML_VOCAB + term.toLowerCase()
    : undefined
}
