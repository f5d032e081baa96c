/** A fault in a statement: what is replaced (all of the match, or its first group), and by what. */
interface SqlOperator {
  name: string
  pattern: RegExp
  replacement: string
}

/**
 * Faults that people make in statements: a condition forgotten, a bound off by one, a lock left out, a sign turned. Instrumenters of
 * JavaScript see a statement as one text.
 */
const SQL_OPERATORS: readonly SqlOperator[] = [
  {
    name: 'sql: condition left out',
    pattern: /\bAND [\w."]+ (?:=|<>|<=?|>=?|IS|IS NOT) [\w.$"]+(?=[\s)`]|$)/g,
    replacement: '',
  },
  { name: 'sql: or for and', pattern: /\bAND\b/g, replacement: 'OR' },
  { name: 'sql: condition made false', pattern: /\bWHERE (?=\S)/g, replacement: 'WHERE false AND ' },
  { name: 'sql: later for earlier', pattern: / < (?=now\(\)|\$\d)/g, replacement: ' > ' },
  { name: 'sql: earlier for later', pattern: / > (?=now\(\)|\$\d)/g, replacement: ' < ' },
  { name: 'sql: null for not null', pattern: /\bIS NOT NULL\b/g, replacement: 'IS NULL' },
  { name: 'sql: not null for null', pattern: /\bIS NULL\b/g, replacement: 'IS NOT NULL' },
  { name: 'sql: minus for plus', pattern: / \+ (?=\w|\$)/g, replacement: ' - ' },
  { name: 'sql: plus for minus', pattern: / - (?=\w|\$)/g, replacement: ' + ' },
  { name: 'sql: lock left out', pattern: /\bFOR (?:NO KEY )?UPDATE\b(?: SKIP LOCKED)?/g, replacement: '' },
  { name: 'sql: order turned', pattern: /\bORDER BY (?:[\w.]+)(?= |\)|$|\n)/g, replacement: '$& DESC' },
  { name: 'sql: greatest for least', pattern: /\bleast\(/gi, replacement: 'greatest(' },
  { name: 'sql: least for greatest', pattern: /\bgreatest\(/gi, replacement: 'least(' },
  { name: 'sql: equal for unequal', pattern: / <> /g, replacement: ' = ' },
]

const LOOKS_LIKE_SQL = /\b(?:SELECT|UPDATE|INSERT INTO|DELETE FROM|WITH|WHERE|AND|FROM)\b/

export interface SqlFault {
  operator: string
  /** Offsets into the text. */
  start: number
  end: number
  replacement: string
}

/** The faults of a text that may be (a piece of) a statement; none for other texts. */
export function sqlFaults(text: string): SqlFault[] {
  if (!LOOKS_LIKE_SQL.test(text)) return []
  return SQL_OPERATORS.flatMap(({ name, pattern, replacement }) =>
    [...text.matchAll(pattern)].map((match) => ({
      operator: name,
      start: match.index,
      end: match.index + match[0].length,
      replacement: replacement.replace('$&', match[0]),
    })),
  )
}
