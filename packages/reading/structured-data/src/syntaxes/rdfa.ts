import {
  childElements,
  type Document,
  ELEMENT,
  type Element,
  serialize,
  textContentWithin,
} from '@gleaner/markup'
import { expandTerm, INITIAL_PREFIXES, type RdfaContext, withDeclarations } from './rdfa-context.ts'

/** A subject with its statements: expanded JSON-LD. */
export interface RdfaNode {
  '@id': string
  '@type'?: string[]
  [predicate: string]: unknown
}

type RdfaValue = { '@id': string } | { '@value': string; '@type'?: string }

const MOST_STATEMENTS = 20_000
const LITERAL_CHARS = 20_000
/** Characters and nodes of all literals together: properties within properties repeat each other's text. */
const TEXT_BUDGET = 5_000_000
/** Types and values of one subject that are kept of each kind. */
const MOST_VALUES = 500
const XML_LITERAL = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral'

/** The RDFa 1.1 statements of a page, grouped by subject, in the order in which the subjects appear. */
export function readRdfa(document: Document, pageUrl: string): RdfaNode[] {
  const graph: Graph = { nodes: new Map(), statements: 0, blanks: 0, pageUrl, left: TEXT_BUDGET }
  const context: RdfaContext = {
    subject: pageUrl,
    object: pageUrl,
    vocab: undefined,
    prefixes: INITIAL_PREFIXES,
    hasLinkTerms: childElements(document).some(({ attrs }) => /rdfa/i.test(attrs.version ?? '')),
    incomplete: [],
  }
  for (const root of childElements(document)) readElement(graph, root, context, true)
  return [...graph.nodes.values()].filter((node) => Object.keys(node).length > 1)
}

interface Graph {
  nodes: Map<string, RdfaNode>
  statements: number
  blanks: number
  pageUrl: string
  /** What is left of the literals' budget. */
  left: number
}

/** The tree is at most `MAX_DEPTH` deep, so that recursion is bounded. */
function readElement(graph: Graph, element: Element, above: RdfaContext, isRoot: boolean): void {
  if (graph.statements > MOST_STATEMENTS) return
  const { attrs } = element
  const context = withDeclarations(above, element)
  if (!isRoot && !hasStatement(attrs)) {
    for (const child of element.children)
      if (child.type === ELEMENT) readElement(graph, child, context, false)
    return
  }

  const resources = resourcesOf(graph, element, context, isRoot)
  const { subject, object, typed } = resources
  for (const type of words(attrs.typeof)) {
    const address = expandTerm(context, type)
    if (address && typed) addType(graph, typed, address)
  }

  const incomplete: RdfaContext['incomplete'] = []
  for (const [list, reverse] of [
    [attrs.rel, false],
    [attrs.rev, true],
  ] as const) {
    for (const word of words(list)) {
      const predicate =
        attrs.property !== undefined && !word.includes(':') ? undefined : expandTerm(context, word, true)
      if (!predicate) continue
      if (object) link(graph, { predicate, reverse, subject }, object)
      else incomplete.push({ predicate, reverse, subject })
    }
  }
  for (const word of words(attrs.property)) {
    const predicate = expandTerm(context, word)
    if (predicate) add(graph, subject, predicate, literalOf(graph, element, context, typed))
  }
  if (!resources.skipped && above.incomplete.length > 0) {
    for (const open of above.incomplete) link(graph, open, subject)
  }

  const below: RdfaContext = resources.skipped
    ? { ...context, incomplete: context.incomplete }
    : { ...context, subject, object: object ?? (incomplete.length > 0 ? blank(graph) : subject), incomplete }
  if (incomplete.length > 0) below.subject = subject
  for (const child of element.children) if (child.type === ELEMENT) readElement(graph, child, below, false)
}

function hasStatement(attrs: Record<string, string>): boolean {
  return (
    attrs.property !== undefined ||
    attrs.typeof !== undefined ||
    attrs.about !== undefined ||
    attrs.resource !== undefined ||
    attrs.rel !== undefined ||
    attrs.rev !== undefined
  )
}

interface Resources {
  subject: string
  object: string | undefined
  typed: string | undefined
  /** The element says nothing about a subject of its own. */
  skipped: boolean
}

/** Which subject and object an element describes (RDFa Core 1.1, processing steps 5 and 6). */
function resourcesOf(graph: Graph, { attrs }: Element, context: RdfaContext, isRoot: boolean): Resources {
  const about = attrs.about === undefined ? undefined : address(graph, context, attrs.about)
  const named = attrs.resource ?? attrs.href ?? attrs.src
  const resource = named === undefined ? undefined : address(graph, context, named)
  const hasType = attrs.typeof !== undefined
  const parent = isRoot ? graph.pageUrl : context.object

  if (attrs.rel === undefined && attrs.rev === undefined) {
    if (attrs.property !== undefined && attrs.content === undefined && attrs.datatype === undefined) {
      const subject = about ?? parent
      const typed = hasType ? (about ?? (isRoot ? graph.pageUrl : (resource ?? blank(graph)))) : undefined
      return { subject, object: typed, typed, skipped: false }
    }
    const own = about ?? resource ?? (isRoot ? graph.pageUrl : hasType ? blank(graph) : undefined)
    return {
      subject: own ?? parent,
      object: own,
      typed: hasType ? own : undefined,
      skipped: own === undefined && attrs.property === undefined,
    }
  }
  const subject = about ?? parent
  const object = resource ?? (hasType && about === undefined ? blank(graph) : undefined)
  return { subject, object, typed: hasType ? (about ?? object) : undefined, skipped: false }
}

function literalOf(
  graph: Graph,
  element: Element,
  context: RdfaContext,
  typed: string | undefined,
): RdfaValue {
  const { attrs } = element
  const datatype = attrs.datatype ? expandTerm(context, attrs.datatype) : undefined
  if (datatype === XML_LITERAL)
    return {
      '@value': markupOf(graph, element),
      '@type': XML_LITERAL,
    }
  const type = datatype ? { '@type': datatype } : {}
  if (attrs.content !== undefined) return { '@value': attrs.content, ...type }
  if (attrs.datatype === undefined && attrs.rel === undefined && attrs.rev === undefined) {
    const named = attrs.resource ?? attrs.href ?? attrs.src
    if (typed && attrs.about === undefined) return { '@id': typed }
    if (named !== undefined) return { '@id': address(graph, context, named) }
  }
  if (attrs.datetime !== undefined) return { '@value': attrs.datetime, ...type }
  return { '@value': textOf(graph, element), ...type }
}

function textOf(graph: Graph, element: Element): string {
  const budget = { left: Math.min(graph.left, 2 * LITERAL_CHARS) }
  const before = budget.left
  const text = textContentWithin(element, budget).slice(0, LITERAL_CHARS)
  graph.left -= before - budget.left
  return text
}

function markupOf(graph: Graph, element: Element): string {
  if (graph.left <= 0) return ''
  const markup = element.children.map(serialize).join('')
  graph.left -= markup.length
  return markup.slice(0, LITERAL_CHARS)
}

function link(graph: Graph, open: RdfaContext['incomplete'][number], target: string): void {
  if (open.reverse) add(graph, target, open.predicate, { '@id': open.subject })
  else add(graph, open.subject, open.predicate, { '@id': target })
}

function nodeOf(graph: Graph, subject: string): RdfaNode {
  let node = graph.nodes.get(subject)
  if (!node) {
    node = Object.assign(Object.create(null) as RdfaNode, { '@id': subject })
    graph.nodes.set(subject, node)
  }
  return node
}

function addType(graph: Graph, subject: string, type: string): void {
  const node = nodeOf(graph, subject)
  node['@type'] ??= []
  if (node['@type'].length < MOST_VALUES && !node['@type'].includes(type)) node['@type'].push(type)
  graph.statements += 1
}

function add(graph: Graph, subject: string, predicate: string, value: RdfaValue): void {
  const node = nodeOf(graph, subject)
  node[predicate] ??= []
  const values = node[predicate] as RdfaValue[]
  if (values.length < MOST_VALUES) values.push(value)
  graph.statements += 1
}

function blank(graph: Graph): string {
  graph.blanks += 1
  return `_:b${graph.blanks}`
}

function address(graph: Graph, context: RdfaContext, written: string): string {
  const compact = /^\[?([\w-]{1,40}):(?!\/\/)([^\]]*)\]?$/.exec(written)
  const prefix = compact && context.prefixes[compact[1]!.toLowerCase()]
  if (prefix) return prefix + compact[2]
  if (written.startsWith('_:')) return written
  return URL.parse(written, graph.pageUrl)?.href ?? written
}

function words(list: string | undefined): string[] {
  return list?.split(/\s+/).filter(Boolean).slice(0, 50) ?? []
}
