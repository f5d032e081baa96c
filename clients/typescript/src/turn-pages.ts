/** How the pages of a list follow one another, and the field of a page that holds its entries. */
export interface Paging {
  by: 'cursor' | 'offset'
  entries: string
}

type Page = Record<string, unknown>

/** The entries of page after page. `read` is given what makes a request ask for the next one. */
export async function* turnPages<Item>(
  read: (more: object) => Promise<Page>,
  fields: { offset?: number },
  { by, entries }: Paging,
): AsyncGenerator<Item, void, undefined> {
  let offset = fields.offset ?? 0
  let more: object = {}
  for (;;) {
    const page = await read(more)
    const items = (page[entries] ?? []) as Item[]
    yield* items
    offset += items.length
    if (by === 'cursor') {
      if (typeof page.next_cursor !== 'string') return
      more = { cursor: page.next_cursor }
    } else {
      if (items.length === 0 || (typeof page.total === 'number' && offset >= page.total)) return
      more = { offset }
    }
  }
}
