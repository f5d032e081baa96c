/** One small fault that a suite should notice. */
export interface Mutant {
  id: number
  /** Path from the root of the project. */
  file: string
  /** What kind of fault it is. */
  operator: string
  /** Offsets into the source that `replacement` takes the place of. */
  start: number
  end: number
  replacement: string
  /** Line of the source, from 1. */
  line: number
  /** Test files that reach it; a fault that none reaches survives. */
  suites: readonly string[]
}

/** The source with the fault in it. */
export function apply(source: string, { start, end, replacement }: Mutant): string {
  return source.slice(0, start) + replacement + source.slice(end)
}
