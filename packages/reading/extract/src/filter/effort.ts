import type { Schema } from './resolve-ref.ts'

/** A step is a value tried against a schema, or twenty characters kept or matched: some seconds at most. */
const MOST_STEPS = 2_000_000
const CHARS_PER_STEP = 20

/**
 * What filling one schema may cost. Alternatives of references multiply, and one value may fill thousands of
 * properties: what did not fit is not tried twice, and what is still open when the steps are used up is missing.
 */
export class Effort {
  private left = MOST_STEPS
  /** Schema to value to the least depth at which the two did not fit. */
  private readonly misfits = new Map<Schema, Map<unknown, number>>()
  private readonly sizes = new WeakMap<object, number>()

  /** Counts a step; false when none is left. */
  step(characters = 0): boolean {
    this.left -= 1 + characters / CHARS_PER_STEP
    return this.left > 0
  }

  /** Counts a value that becomes part of the result by its size. */
  give<T>(value: T): T | undefined {
    return this.step(this.sizeOf(value)) ? value : undefined
  }

  /** `make`'s result, or undefined at once where the two are known not to fit; deeper down nothing fits that did not above. */
  unlessMisfit(schema: Schema, value: unknown, depth: number, make: () => unknown): unknown {
    const known = this.misfits.get(schema) ?? new Map<unknown, number>()
    this.misfits.set(schema, known)
    if (depth >= (known.get(value) ?? Number.POSITIVE_INFINITY)) return undefined
    const made = make()
    if (made === undefined) known.set(value, depth)
    return made
  }

  /** Characters of a value as JSON, about. Recurses as deep as the data, which its readers bound. */
  private sizeOf(value: unknown): number {
    if (typeof value === 'string') return value.length
    if (typeof value !== 'object' || value === null) return 8
    const known = this.sizes.get(value)
    if (known !== undefined) return known
    let size = 2
    for (const [key, entry] of Object.entries(value)) size += key.length + this.sizeOf(entry)
    this.sizes.set(value, size)
    return size
  }
}
