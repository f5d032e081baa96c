/** A set that is a hint only: when it is full it begins anew, so what it does not have may have been in it. */
export interface Hints {
  has(value: string): boolean
  add(value: string): void
}

export function createHints(most: number): Hints {
  let values = new Set<string>()
  return {
    has: (value) => values.has(value),
    add(value) {
      if (values.size >= most) values = new Set()
      values.add(value)
    },
  }
}
