/** How well a word of a page matches a word that is searched for, 0 to 1. */
export const MATCH = {
  same: 1,
  /** Another form of it: plural, tense. */
  form: 0.9,
  /** It begins with it (`auth`, `authentication`), or is the beginning of it. */
  beginning: 0.7,
  /** A compound that has it inside. */
  part: 0.5,
  /** One letter is wrong, missing, too many, or two are in each other's place. Counts only where no page has the word itself. */
  typo: 0.4,
} as const

/** Shorter words are found at too many beginnings, and inside too many others. */
const LEAST_BEGINNING = 3
const LEAST_PART = 4
const LEAST_MISTYPED = 5
/** What stands at least of a word that is given in short. */
const LEAST_SHARE = 0.6

/** Both as `wordsOf` gives them. */
export function matchWord(word: string, searched: string): number {
  if (word === searched) return MATCH.same
  const common = commonBeginning(word, searched)
  if (isForm(word, searched, common)) return MATCH.form
  if (common === searched.length && common >= LEAST_BEGINNING) return MATCH.beginning
  if (common === word.length && common >= LEAST_PART && common >= searched.length * LEAST_SHARE)
    return MATCH.beginning
  if (searched.length >= LEAST_PART && word.includes(searched)) return MATCH.part
  return isMistyped(word, searched, common) ? MATCH.typo : 0
}

/** Whether one change makes one of the words the other. What has digits is a number or a version: another one is meant. */
function isMistyped(a: string, b: string, common: number): boolean {
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a]
  if (shorter.length < LEAST_MISTYPED || longer.length - shorter.length > 1) return false
  const rest = (from: number) => longer.slice(from)
  const isOneChange =
    shorter.length < longer.length
      ? shorter.slice(common) === rest(common + 1)
      : shorter.slice(common + 1) === rest(common + 1) ||
        (shorter[common] === longer[common + 1] &&
          shorter[common + 1] === longer[common] &&
          shorter.slice(common + 2) === rest(common + 2))
  return isOneChange && !/\d/.test(a) && !/\d/.test(b)
}

function commonBeginning(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return at
}

/**
 * Endings by which forms of one word differ, in the languages that most addresses are written in (plural, case, tense, the doer, the
 * doing). Two words with one stem of three letters or more and two of these endings count as forms of one word.
 */
const ENDINGS: ReadonlySet<string> = new Set(
  [
    's es e y ies ied ying d ed ing ings er ers or ors est ly ion ions tion tions ation ations ment ments al able ance ence',
    'n en em es ung ungen lich keit heit isch t te ten st ieren ierung',
    'a o as os i ar ir ado ada ados adas ando iendo cion ciones cao coes mente zione zioni are ere ire',
    'eur eurs ez ent ant ee ees aux',
  ]
    .join(' ')
    .split(' ')
    .concat(''),
)

const LEAST_STEM = 3

function isForm(a: string, b: string, common: number): boolean {
  if (common < LEAST_STEM) return false
  const rest = a.length + b.length - 2 * common
  // What differs is hardly more than what is shared.
  if (rest > common + 2) return false
  return isEnding(a, common) && isEnding(b, common)
}

/** The last letter of a stem may be doubled before an ending: `run`, `running`. */
function isEnding(word: string, from: number): boolean {
  const rest = word.slice(from)
  return ENDINGS.has(rest) || (rest[0] === word[from - 1] && ENDINGS.has(rest.slice(1)))
}
