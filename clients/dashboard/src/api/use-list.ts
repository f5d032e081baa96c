import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'preact/hooks'

/** As many as the service gives of most kinds at once. */
const ROWS = 100
/** Of lists that are offered as choices no more pages are read. */
const MOST_PAGES = 10

/** Which part of a list is asked for: the first, or what comes after others. */
export interface Page {
  limit: number
  offset?: number
  cursor?: string
}

/** A part of a list, and whether there is more of it. */
export interface Part<Row> {
  rows: readonly Row[]
  /** Of lists that are read on by place. */
  total?: number
  /** Of lists that are read on from a cursor. */
  next_cursor?: string | null
}

export type ReadPart<Row> = (page: Page, signal: AbortSignal) => Promise<Part<Row>>

/** A reply with its rows by the name that all lists have. */
export const withRows = <Name extends string, Row, Reply extends Record<Name, readonly Row[]>>(
  name: Name,
  reply: Reply & Record<Name, readonly Row[]>,
): Omit<Reply, 'rows'> & { rows: Reply[Name] } => ({ ...reply, rows: reply[name] })

/** A whole list, of which a part is read at a time: `onEnd` reads on. */
export function useList<Row, Whole extends Part<Row> = Part<Row>>(
  queryKey: QueryKey,
  read: (page: Page, signal: AbortSignal) => Promise<Whole & Part<Row>>,
  {
    idOf,
    refetchInterval,
    pageRows = ROWS,
  }: {
    /** A row that comes once more, as others were added before it, is left out. */
    idOf?: (row: Row) => string
    /** Most rows of a part, where the service gives fewer. */
    pageRows?: number | undefined
    refetchInterval?: (query: never) => number | false | undefined
  } = {},
) {
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: { limit: pageRows } as Page,
    getNextPageParam: (last, pages) => pageAfter(last, pages.length, pageRows),
    ...(refetchInterval && { refetchInterval: refetchInterval as never }),
  })
  const rows = useMemo(() => list.data && joined(list.data.pages, idOf), [list.data])
  return {
    rows,
    first: list.data?.pages[0] as Whole | undefined,
    hasMore: list.hasNextPage,
    error: list.error,
    refetch: list.refetch,
    onEnd: () => list.hasNextPage && !list.isFetching && list.fetchNextPage(),
  }
}

function joined<Row>(parts: readonly Part<Row>[], idOf?: (row: Row) => string): readonly Row[] {
  const rows = parts.flatMap(({ rows }) => rows)
  return idOf && parts.length > 1 ? [...new Map(rows.map((row) => [idOf(row), row])).values()] : rows
}

/** All of a list that is offered as choices, up to a thousand. */
export async function readAll<Row>(read: (page: Page) => Promise<Part<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  let page: Page | undefined = { limit: ROWS }
  for (let pages = 1; page && pages <= MOST_PAGES; pages++) {
    const part: Part<Row> = await read(page)
    rows.push(...part.rows)
    page = pageAfter(part, pages, ROWS)
  }
  return rows
}

function pageAfter(
  { total = 0, next_cursor }: Part<unknown>,
  pages: number,
  limit: number,
): Page | undefined {
  if (next_cursor) return { limit, cursor: next_cursor }
  const offset = pages * limit
  return next_cursor === undefined && offset < total ? { limit, offset } : undefined
}
