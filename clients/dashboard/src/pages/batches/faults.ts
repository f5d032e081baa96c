import { GleanerError, type Schemas } from '@gleaner/sdk'
import type { Source } from './sources/source.ts'

/** What is wrong with an entry, and where: of a file by line and column, of a list by line. */
export interface Fault {
  line: number | undefined
  column: string
  message: string
}

/** Faults of entries for which a batch was refused; none where it was refused for something else. */
export function faultsOfError(error: unknown, { lineOf }: Source): Fault[] {
  if (!(error instanceof GleanerError) || !error.details?.bad_indexes) return []
  return error.issues.map(({ path, message }) => {
    const inFile = /^line (\d+)(?:, column "(.*)")?$/.exec(path)
    if (inFile) return { line: Number(inFile[1]), column: inFile[2] ?? '', message }
    const inList = /^urls\[(\d+)\]\.?(.*)$/.exec(path)
    if (inList) return { line: lineOf?.(Number(inList[1])), column: inList[2] ?? '', message }
    return { line: undefined, column: path, message }
  })
}

/** Faults of entries that were left out. */
export function faultsOfSkipped(skipped: readonly Schemas['BatchSkipped'][], { lineOf }: Source): Fault[] {
  return skipped.map(({ index, line, column, field, message }) => ({
    line: line ?? lineOf?.(index),
    column: column ?? field,
    message,
  }))
}
