/** A declared entity, and what it holds under names that callers give: each row is a name and the JSON that it finds. */
export interface AskedEntity {
  entity: Record<string, unknown>
  rows: string
}
