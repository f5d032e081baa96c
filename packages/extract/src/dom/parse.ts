import { InsertionMode, Parser, type ParserOptions, Token, Tokenizer, TokenizerMode } from 'parse5'
import { flattenDepth } from './flatten-depth.ts'
import type { Document } from './node.ts'
import { VOID_TAGS } from './serialize.ts'
import { createTreeAdapter, type LightTree, NODE_LIMIT_REACHED } from './tree-adapter.ts'

/** Nodes of one page. The largest real pages (whole specifications on one page) stay below it. */
export const MAX_NODES = 1_000_000
/** Attributes kept of one tag. Real tags carry a few dozen at most. */
const MAX_ATTRIBUTES = 256

export interface ParseOptions {
  /** Parse `<noscript>` as text, as a browser with scripts does. Default false: its content becomes nodes. */
  scripting?: boolean
  /** XHTML: `<div/>` closes itself. */
  xhtml?: boolean
  /** Default `MAX_NODES`. */
  maxNodes?: number
}

/**
 * Parses a page by the HTML standard into light nodes. Never throws for any input; time and memory grow linearly
 * with it, depth is bounded by `MAX_DEPTH`, and beyond `maxNodes` the rest is left out (`document.truncated`).
 */
export function parseHtml(text: string, options: ParseOptions = {}): Document {
  const parser = new BoundedParser(parserOptions(options))
  parser.xhtml = options.xhtml ?? false
  return run(parser, text, () => parser.document)
}

/** Parses a piece of HTML (a feed item, a `srcdoc`, the text of a noscript) into a document that holds just its nodes. */
export function parseFragment(text: string, options: ParseOptions = {}): Document {
  const parser = BoundedParser.getFragmentParser<LightTree>(null, parserOptions(options))
  return run(parser, text, () => parser.getFragment() as Document)
}

function run(parser: Parser<LightTree>, text: string, result: () => Document): Document {
  let truncated = false
  try {
    parser.tokenizer.write(text, true)
  } catch (error) {
    if (error !== NODE_LIMIT_REACHED) throw error
    truncated = true
  }
  const document = result()
  document.truncated = truncated
  flattenDepth(document)
  return document
}

function parserOptions(options: ParseOptions): ParserOptions<LightTree> {
  return {
    treeAdapter: createTreeAdapter(options.maxNodes ?? MAX_NODES),
    scriptingEnabled: options.scripting ?? false,
  }
}

/** parse5's parser with a tokenizer that bounds a tag's attributes, and with XHTML's self-closing tags on request. */
class BoundedParser extends Parser<LightTree> {
  xhtml = false

  constructor(...args: ConstructorParameters<typeof Parser<LightTree>>) {
    super(...args)
    this.tokenizer = new BoundedTokenizer(this.options, this)
  }

  override onStartTag(token: Token.TagToken): void {
    super.onStartTag(token)
    if (!this.xhtml || !token.selfClosing || VOID_TAGS.has(token.tagName)) return
    this.onEndTag({ ...token, type: Token.TokenType.END_TAG, selfClosing: false, attrs: [] })
    this.tokenizer.state = TokenizerMode.DATA
  }
}

/**
 * parse5's tokenizer with two differences: a tag's attributes are bounded, and plain text goes by in runs instead of
 * character by character (most bytes of a page are scripts, and this halves their time).
 */
class BoundedTokenizer extends Tokenizer {
  private hasRuns = true

  override write(text: string, isLast: boolean): void {
    // Both are replaced on the way in, by the standard; a run would let NUL characters through.
    this.hasRuns = !text.includes('\0')
    super.write(text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text, isLast)
  }

  protected override _leaveAttrName(): void {
    const token = this.currentToken as Token.TagToken
    if (token.attrs.length < MAX_ATTRIBUTES) super._leaveAttrName()
  }

  protected override _stateScriptData(cp: number): void {
    super._stateScriptData(cp)
    this.skipRun(cp, endOfRawText)
  }

  protected override _stateRawtext(cp: number): void {
    super._stateRawtext(cp)
    this.skipRun(cp, endOfRawText)
  }

  protected override _stateData(cp: number): void {
    super._stateData(cp)
    // Elsewhere white space and other text go different ways.
    const { insertionMode } = this.handler as Parser<LightTree>
    if (insertionMode === InsertionMode.IN_BODY) this.skipRun(cp, endOfText)
  }

  /** Takes all up to `findEnd` into the character token that `cp` has begun or continued. */
  private skipRun(cp: number, findEnd: (html: string, from: number) => number): void {
    // White space begins a token of its own kind.
    if (!this.hasRuns || cp <= 0x20 || cp === 0x3c || cp === 0x26) return
    const { preprocessor } = this
    const end = findEnd(preprocessor.html, preprocessor.pos + 1)
    preprocessor.pos = end - 1
    this.runEnd = end
  }
}

function endOfRawText(html: string, from: number): number {
  const end = html.indexOf('<', from)
  return end === -1 ? html.length : end
}

function endOfText(html: string, from: number): number {
  let at = from
  for (; at < html.length; at++) {
    const code = html.charCodeAt(at)
    if (code === 0x3c || code === 0x26) break
  }
  return at
}
