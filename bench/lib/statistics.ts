/** The value that `percent` of the values do not exceed (nearest rank). */
export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((one, two) => one - two)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

export function median(values: number[]): number {
  return percentile(values, 50)
}
