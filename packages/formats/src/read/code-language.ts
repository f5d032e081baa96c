import { ELEMENT, type Element, findFirst } from '@gleaner/markup'

const LANGUAGE_ATTRIBUTES = ['data-lang', 'data-language', 'data-code-language', 'data-enlighter-language']

/** How highlighters spell the language into a class: Prism, highlight.js, GitHub, SyntaxHighlighter, Org, Rouge. */
const LANGUAGE_CLASS =
  /(?:^|\s)(?:language|lang|highlight-source|highlight-text|highlight|src|code|syntax|brush|sourceCode|prettyprint\s+lang)[-\s:]?\s*-?([a-z][\w+#.-]*)/i

/** Prefixes that name a language for certain; the others only count with a name from `KNOWN`. */
const SURE_CLASS = /(?:^|\s)(?:language-|lang-|highlight-source-|brush:\s*)([^\s`"'<>{}]{1,40})/i

/** Names that mean no language. */
const NO_LANGUAGE = new Set([
  '',
  'plaintext',
  'plain',
  'text',
  'txt',
  'none',
  'nohighlight',
  'no-highlight',
  'undefined',
  'auto',
  'unknown',
])

/** Languages that sites name by a bare class (`<pre class="python">`), as highlight.js and Rouge spell them. */
const KNOWN = new Set(
  (
    'ada apache applescript arduino asm awk bash bat batch bibtex c clojure clike cmake cobol coffeescript console cpp ' +
    'c++ cs csharp c# css csv cuda dart delphi diff django dockerfile docker dos elixir elm erb erlang excel f# fortran ' +
    'fsharp gdscript glsl go golang gradle graphql groovy haml handlebars haskell hcl hlsl html http ini java ' +
    'javascript jinja jinja2 js json json5 jsonc jsx julia kotlin latex lean lean4 less lisp lua make makefile markdown ' +
    'mathematica matlab md mermaid mips mysql nginx nim nix objc objectivec objective-c ocaml octave pascal perl ' +
    'pgsql php postgresql powershell prolog properties proto protobuf ps1 puppet py python python3 py3 qml r rb rails ' +
    'react regex rst ruby rs rust sas sass scala scheme scss sh shell shell-session smalltalk solidity sql stata svelte ' +
    'swift systemverilog tcl terraform tex toml ts tsx twig typescript vb vba vbnet verilog vhdl vim vue wasm wgsl xml ' +
    'xquery yaml yml zig zsh'
  ).split(' '),
)

/** Versions of a language that Pygments names and most highlighters of Markdown do not know. */
const VERSIONS: Readonly<Record<string, string>> = { python3: 'python', python2: 'python', py3: 'python' }

/** The language of a code block, in the page's own spelling (lower case, no version); empty when it names none. */
export function readLanguage(code: Element): string {
  const inner = findFirst(code, (element) => element.tag === 'code' || element.tag === 'pre')
  const places = [code, ...(inner ? [inner] : []), ...wrappers(code)]
  for (const place of places) {
    const language = fromAttributes(place) ?? fromClass(place.attrs.class)
    if (language !== undefined) return NO_LANGUAGE.has(language) ? '' : (VERSIONS[language] ?? language)
  }
  return ''
}

function fromAttributes({ attrs }: Element): string | undefined {
  for (const name of LANGUAGE_ATTRIBUTES) {
    const value = attrs[name]?.trim().toLowerCase()
    if (value && /^[\w+#.-]{1,30}$/.test(value)) return value
  }
  return undefined
}

function fromClass(names: string | undefined): string | undefined {
  if (!names) return undefined
  const sure = SURE_CLASS.exec(names)?.[1]?.toLowerCase()
  if (sure) return sure
  const likely = LANGUAGE_CLASS.exec(names)?.[1]?.toLowerCase()
  if (likely && (KNOWN.has(likely) || NO_LANGUAGE.has(likely))) return likely
  return names
    .toLowerCase()
    .split(/\s+/)
    .find((name) => KNOWN.has(name))
}

/** The few boxes around a code block that hold nothing but it, its numbers and its buttons. */
function wrappers(code: Element): Element[] {
  const found: Element[] = []
  let child = code
  for (let up = child.parent; up?.type === ELEMENT && found.length < 6; up = up.parent) {
    if (!WRAPPER_TAGS.has(up.tag) || holdsMoreBlocks(up, 2)) break
    found.push(up)
    child = up
  }
  return found
}

const WRAPPER_TAGS = new Set([
  'div',
  'figure',
  'code',
  'pre',
  'td',
  'tr',
  'tbody',
  'table',
  'span',
  'section',
])

/** Whether an element has more than `most` children that are blocks. A box of very many children is no wrapper of code. */
function holdsMoreBlocks(element: Element, most: number): boolean {
  if (element.children.length > MAX_BESIDE) return true
  const blocks = element.children.filter(
    (child) => child.type === ELEMENT && child.tag !== 'button' && child.tag !== 'span',
  )
  return blocks.length > most
}

/** Nodes beside code in its own box; so that a box of thousands of code blocks is not counted for each of them. */
const MAX_BESIDE = 1_000
