/**
 * Values that tell nothing to whoever reads them, and whose hiding would break pages: what sites keep of settings in cookies, how a header
 * says its scheme, and the words of HTML and JSON.
 */
const WORDS = new Set(
  [
    'true false null none undefined enabled disabled default accepted denied granted always never auto',
    'light dark system list grid compact desktop mobile',
    'bearer basic digest token apikey negotiate',
    'html head body title meta link style script main header footer article section aside span form input button label',
    'select option table tbody thead image video audio iframe text type name path href class content charset utf-8',
    'http https',
  ].flatMap((line) => line.split(' ')),
)

const LANGUAGE_TAG = /^[a-z]{2,3}[-_][A-Z]{2}$/

export function isPublicWord(text: string): boolean {
  return WORDS.has(text.toLowerCase()) || LANGUAGE_TAG.test(text)
}
