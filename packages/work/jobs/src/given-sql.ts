import type { HowMany } from '@gleaner/billing'

/** What a statement is given of each job: names and types of columns, in the order of its parameters $1, $2 ... */
export type GivenColumns = Readonly<Record<string, string>>

/** A relation of one row with what is given of one job. */
export function givenOneSql(columns: GivenColumns): string {
  const values = Object.entries(columns).map(([name, type], index) => `$${index + 1}::${type} AS ${name}`)
  return `(SELECT ${values.join(', ')})`
}

/**
 * A relation with what is given of many jobs, by parameters that are arrays, and the `position` of each in them. The limit changes nothing,
 * but makes Postgres expect a single row when it plans for any arrays, and so look up each job by its index however small the table was
 * at that moment.
 */
export function givenManySql(columns: GivenColumns): string {
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`)
  return `(
    SELECT * FROM unnest(${arrays.join(', ')}) WITH ORDINALITY AS each_job(${Object.keys(columns).join(', ')}, position)
    LIMIT cardinality(${arrays[0]})
  )`
}

/** Values of the parameters: `values` has what is given of each job, in the order of the columns. */
export function parametersOf(howMany: HowMany, values: readonly (readonly unknown[])[]): unknown[] {
  if (howMany === 'one') return [...values[0]!]
  return values[0]!.map((_, column) => values.map((row) => row[column]))
}
