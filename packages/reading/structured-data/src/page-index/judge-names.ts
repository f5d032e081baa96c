import { MARK, MICROFORMAT, OUTSIDE_NAME } from './name-patterns.ts'

/** An element's names, and what they say about it. */
export interface Name {
  /** Class, id, `itemprop` and test hooks; lower case. */
  text: string
  /** It says that the element holds something that readers look for. */
  marked: boolean
  /** It says that the element stands outside the page's own content. */
  outside: boolean
  /** It is the root of a microformat. */
  isMicroformat: boolean
}

/** What the attributes of an element say, read in one pass: most elements need no more. */
export interface AttributeNotes {
  name: Name
  isItem: boolean
  isProperty: boolean
  hasRdfa: boolean
  mayHide: boolean
  hasRole: boolean
}

const NAMELESS: Name = { text: '', marked: false, outside: false, isMicroformat: false }
const NAME_CHARS = 400
const HOOK_CHARS = 80
/** Test hooks: the most descriptive names that a page has. */
const HOOK = /^data-(?:test|qa|hook|auto|ui|comp|role|element|selector|cy|e2e|field|section-name)/
/** Distinct names that are remembered; what a page has beyond them is judged each time. */
const MOST_NAMES = 20_000

/** Cache from a name as written to what it says: elements share names by the hundred, and the patterns are long. */
export type JudgedNames = Map<string, Name>

/** What no attributes say, as most elements have none. */
const NOTHING: Readonly<AttributeNotes> = {
  name: NAMELESS,
  isItem: false,
  isProperty: false,
  hasRdfa: false,
  mayHide: false,
  hasRole: false,
}

export function readAttributes(judged: JudgedNames, attrs: Record<string, string>): Readonly<AttributeNotes> {
  let notes: AttributeNotes | undefined
  for (const key in attrs) {
    notes ??= { ...NOTHING }
    switch (key) {
      case 'class':
      case 'id':
        addName(notes, judged, attrs[key]!)
        break
      case 'itemprop':
        notes.isProperty = true
        addName(notes, judged, attrs[key]!)
        break
      case 'itemscope':
        notes.isItem = true
        break
      case 'typeof':
      case 'vocab':
      case 'property':
        notes.hasRdfa = true
        break
      case 'hidden':
      case 'style':
      case 'type':
        notes.mayHide = true
        break
      case 'role':
        notes.hasRole = true
        break
      default:
        if (key.startsWith('data-') && HOOK.test(key) && attrs[key]!.length < HOOK_CHARS)
          addName(notes, judged, attrs[key]!)
    }
  }
  return notes ?? NOTHING
}

function addName(notes: AttributeNotes, judged: JudgedNames, written: string): void {
  if (written === '') return
  const added = judge(judged, written)
  const { name } = notes
  notes.name =
    name === NAMELESS
      ? added
      : {
          text: `${name.text} ${added.text}`,
          marked: name.marked || added.marked,
          outside: name.outside || added.outside,
          isMicroformat: name.isMicroformat || added.isMicroformat,
        }
}

function judge(judged: JudgedNames, written: string): Name {
  const known = judged.get(written)
  if (known) return known
  const text = (written.length > NAME_CHARS ? written.slice(0, NAME_CHARS) : written).toLowerCase()
  const name: Name = {
    text,
    marked: MARK.test(text),
    outside: OUTSIDE_NAME.test(text),
    isMicroformat: MICROFORMAT.test(text),
  }
  if (judged.size < MOST_NAMES) judged.set(written, name)
  return name
}
