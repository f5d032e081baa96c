/** JSON texts of about `chars` characters that stand where a field wants something else. */
export const ODD_VALUES: Record<string, (chars: number) => string> = {
  'a list of empty lists': (chars) => `[${'[],'.repeat(chars / 3 - 1)}[]]`,
  'a list of numbers': (chars) => `[${'1,'.repeat(chars / 2 - 1)}1]`,
  'as many texts as are read': () => JSON.stringify(Array.from({ length: 1_900 }, (_, at) => `text ${at}`)),
  'as many names as are read': () =>
    JSON.stringify(Object.fromEntries(Array.from({ length: 1_300 }, (_, at) => [`render_j${at}`, at]))),
  'long names': () =>
    JSON.stringify(
      Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${at}${'aB_'.repeat(600)}`, null])),
    ),
  'null everywhere': () =>
    JSON.stringify(Object.fromEntries(Array.from({ length: 1_300 }, (_, at) => [`k${at}`, null]))),
  'as deep as is read': () => `${'[{"a":'.repeat(28)}1${'}]'.repeat(28)}`,
  'deeper than is read': (chars) => '['.repeat(chars / 2) + ']'.repeat(chars / 2),
  'digits of one number': (chars) => '1'.repeat(chars),
  'halves of letters': (chars) => `"${'\\ud800'.repeat(chars / 6)}"`,
  'many halves of letters': () => JSON.stringify(Array.from({ length: 1_900 }, () => '\ud800'.repeat(80))),
}
