import type { Element } from './node.ts'

/**
 * The kind (`note`, `warning`) of a box set off from the text: an admonition, as documentation and blog engines,
 * Bootstrap and GitHub write them. Undefined for other elements. What is in the box is not looked at.
 */
export function calloutKind({ tag, attrs }: Element): string | undefined {
  if (!BOX_ELEMENTS.has(tag) || attrs.class === undefined || !MENTIONED.test(attrs.class)) return undefined
  const names = wordsOfNames(attrs.class)
  const declared = KIND_ATTRIBUTES.map((name) => attrs[name]?.toLowerCase()).find(
    (value) => value !== undefined,
  )
  const isBox = names.some(isBoxName)
  if (!isBox) {
    if (!SET_OFF.has(tag) && attrs.role !== 'note') return undefined
    return names.find((words) => words.length === 1 && SURE_KINDS.has(words[0]!))?.[0]
  }
  const words = names.flat()
  const kind = declared ?? words.find(isKind) ?? words.find((word) => word === 'hint')
  if (kind !== undefined) return SPELLINGS[kind] ?? kind.replace(/[^\w-]/g, '')
  const isNote =
    words.some((word) => COLOURS.has(word)) || names.some((name) => PLAIN_BOXES.has(name.join('-')))
  return isNote || attrs.role === 'note' ? 'note' : undefined
}

/** Elements that such boxes are made of. */
const BOX_ELEMENTS: ReadonlySet<string> = new Set(
  'div aside section article blockquote details figure p table dl'.split(' '),
)
/** Elements that set their content off by themselves: a class that is a kind is enough. */
const SET_OFF: ReadonlySet<string> = new Set(['aside', 'details', 'blockquote'])

/** Where Obsidian, Mintlify and the like write the kind. */
const KIND_ATTRIBUTES = ['data-callout', 'data-callout-type', 'data-alert-type', 'data-admonition-type']

/** Words that mean such a box as the first or second of a class name (`theme-admonition-note`, `starlight-aside`). */
const BOX_WORDS: ReadonlySet<string> = new Set(
  'admonition admonitionblock callout alert hint notice notices notecard advisory messagebox prompt'.split(
    ' ',
  ),
)
/** The same as two words. */
const BOX_NAMES = /custom-block|starlight-aside|information-macro|blockquote-tag/
/** Tested first, as most boxes of a page are none. */
const MENTIONED =
  /admonition|callout|alert|hint|notice|notecard|advisory|messagebox|prompt|custom-block|-aside|-macro|-tag|note|tip|warning|caution|important|danger/i
/** Boxes that are a note when their names say nothing else. */
const PLAIN_BOXES: ReadonlySet<string> = new Set(['admonition', 'callout', 'bs-callout'])
/** Bootstrap's colours that name no kind. */
const COLOURS: ReadonlySet<string> = new Set(['primary', 'secondary', 'light', 'dark'])

const KINDS: ReadonlySet<string> = new Set(
  (
    'note info tip important warning caution danger error success example question quote bug abstract summary todo ' +
    'seealso attention failure check help deprecated experimental warn tldr'
  ).split(' '),
)
/** Kinds that mean a box even without another word beside them. */
const SURE_KINDS: ReadonlySet<string> = new Set('note tip warning caution important danger'.split(' '))
const SPELLINGS: Readonly<Record<string, string>> = { warn: 'warning' }

function isBoxName(words: readonly string[]): boolean {
  return words.slice(0, 2).some((word) => BOX_WORDS.has(word)) || BOX_NAMES.test(words.join('-'))
}

function isKind(word: string): boolean {
  return KINDS.has(word)
}

/** `calloutNote_x1 custom-block` to the words of each name, in lower case. */
function wordsOfNames(names: string): string[][] {
  return names
    .slice(0, MAX_NAMES)
    .split(/\s+/)
    .map((name) =>
      name
        .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
        .toLowerCase()
        .split(/[^a-z]+/)
        .filter((word) => word !== ''),
    )
}

/** Characters of a class attribute that are read. */
const MAX_NAMES = 400
