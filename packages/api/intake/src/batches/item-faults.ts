import { ApiError, type ErrorCode, type Issue } from '@gleaner/contracts'

/** What is wrong with the entries of a batch; one is enough to refuse it whole. */
export interface ItemFaults {
  /** `error`: what a scrape of this entry alone would be answered. */
  add(index: number, error: ApiError): void
  addIssues(index: number, issues: readonly Issue[]): void
  /** Runs a check of an entry; false when that refuses it. */
  try(index: number, check: () => void): boolean
  /** Throws when there is any. The code is that of the faults, or INVALID_REQUEST where they differ. */
  refuse(): void
}

/** Told one by one; the indexes of all bad entries are told besides. */
const ISSUES_MAX = 100
const NAMED_ISSUES = 20

export function createItemFaults(): ItemFaults {
  const issues: Issue[] = []
  const codes = new Set<ErrorCode>()
  const indexes = new Set<number>()

  function addIssues(index: number, found: readonly Issue[], code: ErrorCode = 'INVALID_REQUEST'): void {
    indexes.add(index)
    codes.add(code)
    for (const { path, message } of found.slice(0, ISSUES_MAX - issues.length))
      issues.push({ path: path === '' ? `urls[${index}]` : `urls[${index}].${path}`, message })
  }

  const faults: ItemFaults = {
    add(index, { code, message, details }) {
      addIssues(index, (details?.issues as Issue[] | undefined) ?? [{ path: '', message }], code)
    },
    addIssues: (index, found) => addIssues(index, found),
    try(index, check) {
      try {
        check()
        return true
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        faults.add(index, error)
        return false
      }
    },
    refuse() {
      if (indexes.size === 0) return
      const [code, ...others] = codes
      const named = issues.slice(0, NAMED_ISSUES).map(({ path, message }) => `${path}: ${message}`)
      const rest = issues.length > named.length ? '; and more, see details' : ''
      throw new ApiError(
        others.length === 0 ? code! : 'INVALID_REQUEST',
        `The batch was refused whole for ${indexes.size} of its entries. ${named.join('; ')}${rest}`,
        { issues, bad_indexes: [...indexes].sort((a, b) => a - b) },
      )
    },
  }
  return faults
}
