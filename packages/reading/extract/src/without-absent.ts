/** The fields that have a value. */
export function withoutAbsent<T extends object>(fields: T): Partial<T> {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) kept[name] = value
  return kept as Partial<T>
}
