import { html, Parser, type ParserOptions, Token, TokenizerMode } from 'parse5'
import { BoundedTokenizer } from './bounded-tokenizer.ts'
import { flattenDepth } from './flatten-depth.ts'
import type { Document } from './node.ts'
import { VOID_TAGS } from './serialize.ts'
import { createTreeAdapter, type LightTree, NODE_LIMIT_REACHED } from './tree-adapter.ts'

/** Nodes of one page. The largest real pages (whole specifications on one page) stay below it. */
export const MAX_NODES = 1_000_000

export interface ParseOptions {
  /** Parse `<noscript>` as text, as a browser with scripts does. Default false: its content becomes nodes. */
  scripting?: boolean
  /** XHTML: `<div/>` closes itself. */
  xhtml?: boolean
  /** Default `MAX_NODES`, and one for each two characters: misnested markup can ask for many more. */
  maxNodes?: number
}

/**
 * Parses a page by the HTML standard into light nodes. Never throws for any input; time and memory grow linearly
 * with it, depth is bounded by `MAX_DEPTH`, and beyond `maxNodes` the rest is left out (`document.truncated`).
 */
export function parseHtml(text: string, options: ParseOptions = {}): Document {
  const parser = new BoundedParser(parserOptions(text, options))
  parser.xhtml = options.xhtml ?? false
  return run(parser, text, () => parser.document)
}

/** Parses a piece of HTML (a feed item, a `srcdoc`, the text of a noscript) into a document that holds just its nodes. */
export function parseFragment(text: string, options: ParseOptions = {}): Document {
  const parser = BoundedParser.getFragmentParser<LightTree>(
    null,
    parserOptions(text, options),
  ) as BoundedParser
  parser.xhtml = options.xhtml ?? false
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

/**
 * Nodes that even the shortest text may have, beside one for each two characters, which is the most that markup names
 * (`<p>x` is two). What is above that are formatting elements never closed, which the standard repeats in each paragraph.
 */
const FREE_NODES = 1_000

function parserOptions(text: string, options: ParseOptions): ParserOptions<LightTree> {
  return {
    treeAdapter: createTreeAdapter(options.maxNodes ?? Math.min(MAX_NODES, FREE_NODES + text.length / 2)),
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
    if (token.tagName === 'iframe' && this.openElements.tagIDs.includes(html.TAG_ID.NOSCRIPT))
      this.closeFrame()
    if (!this.xhtml || !token.selfClosing || VOID_TAGS.has(token.tagName)) return
    this.onEndTag({ ...token, type: Token.TokenType.END_TAG, selfClosing: false, attrs: [] })
    this.tokenizer.state = TokenizerMode.DATA
  }

  /**
   * Ends a frame where it begins. Tag managers leave frames inside `<noscript>` open, which browsers never notice, as
   * their `<noscript>` is text; here the frame would swallow the rest of the page.
   */
  private closeFrame(): void {
    if (this.openElements.currentTagId !== html.TAG_ID.IFRAME) return
    this.openElements.pop()
    this.insertionMode = this.originalInsertionMode
    this.tokenizer.state = TokenizerMode.DATA
  }
}
