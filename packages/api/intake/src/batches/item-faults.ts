import { ApiError, type BatchSkipped, type ErrorCode, type Issue } from '@gleaner/contracts'

/** What is wrong with the entries of a batch. One is enough to refuse it whole, unless bad ones are to be skipped. */
export interface ItemFaults {
  /** `place`: of an entry among those that have passed so far; `error`: what a scrape of this entry alone would be answered. */
  add(place: number, error: ApiError): void
  addIssues(place: number, issues: readonly Issue[]): void
  /** Runs a check of an entry; false when that refuses it. */
  try(place: number, check: () => void): boolean
  /**
   * What was made of the entries, in their order, without the bad ones. Throws when there is any and they are not skipped, or no other: the
   * code is that of the faults, or INVALID_REQUEST where they differ.
   */
  pass<T>(made: readonly (T | undefined)[]): T[]
  /** Faults of the entries that were skipped. */
  readonly skipped: BatchSkipped[]
}

/** How a fault is named: where its entry stands, and which of its fields is meant. */
export interface ItemPlace {
  path: string
  /** Of CSV. */
  line?: number
  column?: string
}

function inJson(index: number, path: string): ItemPlace {
  return { path: path === '' ? `urls[${index}]` : `urls[${index}].${path}` }
}

/** Told one by one of a batch that is refused; the indexes of all bad entries are told besides. */
const ISSUES_MAX = 100
const NAMED_ISSUES = 20
/** Told of a batch that is not. */
const SKIPPED_MAX = 1_000

/** `indexes`: of the entries as their caller counts them; by default their places. `placeOf`: where the caller wrote them. */
export function createItemFaults(
  onInvalid: 'refuse' | 'skip' = 'refuse',
  indexes?: readonly number[],
  placeOf: (index: number, path: string) => ItemPlace = inJson,
): ItemFaults {
  const found: (Issue & { index: number; code: ErrorCode })[] = []
  const bad = new Set<number>()
  const most = onInvalid === 'skip' ? SKIPPED_MAX : ISSUES_MAX
  let places = indexes

  const indexOf = (place: number) => places?.[place] ?? place

  function addIssues(place: number, issues: readonly Issue[], code: ErrorCode = 'INVALID_REQUEST'): void {
    const index = indexOf(place)
    bad.add(index)
    for (const { path, message } of issues.slice(0, most - found.length))
      found.push({ index, code, path, message })
  }

  const faults: ItemFaults = {
    add(place, { code, message, details }) {
      addIssues(place, (details?.issues as Issue[] | undefined) ?? [{ path: '', message }], code)
    },
    addIssues: (place, issues) => addIssues(place, issues),
    try(place, check) {
      try {
        check()
        return true
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        faults.add(place, error)
        return false
      }
    },
    pass<T>(made: readonly (T | undefined)[]): T[] {
      if (bad.size === 0) return made as T[]
      const good = [...made.keys()].filter((place) => !bad.has(indexOf(place)))
      if (onInvalid === 'refuse' || good.length === 0) throw refusal()
      const passed = good.map((place) => made[place]!)
      places = good.map(indexOf)
      return passed
    },
    get skipped() {
      const inOrder = found.toSorted((a, b) => a.index - b.index)
      return inOrder.map(({ index, path, message, code }) => ({
        index,
        ...lineOf(placeOf(index, path)),
        field: path,
        message,
        error_code: code,
      }))
    },
  }
  return faults

  function refusal(): ApiError {
    const issues = found.slice(0, ISSUES_MAX).map(({ index, path, message }) => ({
      path: placeOf(index, path).path,
      message,
    }))
    const indexes = [...bad].sort((a, b) => a - b)
    const lines = indexes.flatMap((index) => placeOf(index, '').line ?? [])
    const [code, ...others] = new Set(found.map((fault) => fault.code))
    const named = issues.slice(0, NAMED_ISSUES).map(({ path, message }) => `${path}: ${message}`)
    const rest = issues.length > named.length ? '; and more, see details' : ''
    return new ApiError(
      others.length === 0 ? code! : 'INVALID_REQUEST',
      `The batch was refused whole for ${bad.size} of its entries. ${named.join('; ')}${rest}`,
      { issues, bad_indexes: indexes, ...(lines.length > 0 && { bad_lines: lines }) },
    )
  }
}

function lineOf({ line, column }: ItemPlace): Omit<ItemPlace, 'path'> {
  return { ...(line !== undefined && { line }), ...(column !== undefined && { column }) }
}
