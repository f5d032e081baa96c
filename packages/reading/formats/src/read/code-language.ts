import { ELEMENT, type Element, findAll, findFirst } from '@gleaner/markup'

const LANGUAGE_ATTRIBUTES = ['data-lang', 'data-language', 'data-code-language', 'data-enlighter-language']

/** How highlighters begin a class that names the language: Prism, highlight.js, GitHub. */
const SURE_PREFIX = /^(?:language|lang|highlight-source)-/
/** The same where other words may follow, too: Sphinx, Org, Rouge, WordPress. */
const LIKELY_PREFIX = /^(?:highlight-text|highlight|src|code|syntax|sourcecode|hljs|brush|wp-block-code)[-:]/

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
  const places = [code, ...insideOf(code), ...wrappersOf(code)]
  for (const place of places) {
    const language = fromAttributes(place) ?? fromClass(place.attrs.class)
    if (language !== undefined) return NO_LANGUAGE.has(language) ? '' : (VERSIONS[language] ?? language)
  }
  return ''
}

/** The elements inside that may name it; a table of code has numbers first. */
function insideOf(code: Element): Element[] {
  const first = findFirst(code, CODE_TAGS)
  if (code.tag !== 'table') return first ? [first] : []
  return findAll(code, CODE_TAGS).slice(0, 4)
}

const CODE_TAGS: ReadonlySet<string> = new Set(['code', 'pre'])

function fromAttributes({ attrs }: Element): string | undefined {
  for (const name of LANGUAGE_ATTRIBUTES) {
    const value = attrs[name]?.trim().toLowerCase()
    if (value && /^[\w+#.-]{1,30}$/.test(value)) return value
  }
  return undefined
}

function fromClass(names: string | undefined): string | undefined {
  if (!names) return undefined
  // SyntaxHighlighter writes `brush: js`.
  const classes = names
    .slice(0, MAX_CLASS)
    .toLowerCase()
    .replace(/brush:\s+([\w+#-]+);?/, 'language-$1')
    .split(/\s+/)
  const sure = classes.find((name) => SURE_PREFIX.test(name) && !/[`"'<>{}]/.test(name))
  if (sure) return sure.replace(SURE_PREFIX, '').slice(0, 40)
  const bare = classes.map((name) => name.replace(LIKELY_PREFIX, ''))
  return (
    bare.find((name) => KNOWN.has(name)) ??
    classes.find((name, index) => name !== bare[index] && NO_LANGUAGE.has(bare[index]!))
  )
}

/** Characters of a class attribute that are read. */
const MAX_CLASS = 400

/** The language that a label over code names, '' for plain text; undefined when it names none. */
export function languageNamed(label: string): string | undefined {
  const word = label.toLowerCase().replace(/[\s.]/g, '')
  if (KNOWN.has(word)) return word
  return word !== '' && NO_LANGUAGE.has(word) ? '' : undefined
}

/** The few boxes around a code block that hold nothing but it, its numbers and its buttons. */
export function wrappersOf(code: Element): Element[] {
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
