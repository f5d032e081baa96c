import { isUuid } from '@gleaner/contracts'
import { jobNotFound } from '../door-error.ts'

/** Ids are ours: of a batch without what stands in front of it, so that all are UUIDs. */
export function uuidOf(id: unknown): string {
  const text = String(id).replace(/^batch_/, '')
  if (!isUuid(text)) throw jobNotFound()
  return text.toLowerCase()
}

export const batchIdOf = (id: unknown): string => `batch_${uuidOf(id)}`
