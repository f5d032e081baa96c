import type pg from 'pg'

export interface Column {
  name: string
  /** As `format_type` writes it. */
  type: string
  /** It is a column of a table that takes NULL. */
  isNullable: boolean
}

interface Described {
  fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[]
}

/** The columns that a statement returns, none where it returns no rows. It is parsed, and not run. */
export async function describeStatement(client: pg.Client, text: string): Promise<Column[]> {
  const { fields } = await new Promise<Described>((resolve, reject) => {
    client.query(new Description(text, resolve, reject) as never)
  })
  const { rows } = await client.query<Omit<Column, 'name'>>(COLUMNS, [
    fields.map(({ dataTypeID }) => dataTypeID),
    fields.map(({ tableID }) => tableID),
    fields.map(({ columnID }) => columnID),
  ])
  return fields.map(({ name }, index) => ({ name, ...rows[index]! }))
}

const COLUMNS = `SELECT format_type(asked.type, NULL) AS type, COALESCE(NOT attnotnull, false) AS "isNullable"
  FROM unnest($1::oid[], $2::oid[], $3::int2[]) WITH ORDINALITY AS asked(type, source, number, place)
  LEFT JOIN pg_attribute ON attrelid = source AND attnum = number ORDER BY place`

interface Wire {
  parse(query: { text: string }): void
  describe(what: { type: 'S' }): void
  sync(): void
}

/** What pg sends and is told when it is asked to describe an unnamed statement. */
class Description {
  readonly #text: string
  readonly #resolve: (described: Described) => void
  readonly #reject: (error: Error) => void
  #described: Described = { fields: [] }

  constructor(text: string, resolve: (described: Described) => void, reject: (error: Error) => void) {
    this.#text = text
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(wire: Wire): void {
    wire.parse({ text: this.#text })
    wire.describe({ type: 'S' })
    wire.sync()
  }

  handleRowDescription(described: Described): void {
    this.#described = described
  }

  handleError(error: Error): void {
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#described)
  }
}
