import { isUuid } from '@gleaner/contracts'
import { jobNotFound } from '../door-error.ts'

/** Ids are ours, without what stands in front of one of a batch or a search: all are UUIDs, as clients demand. */
export function uuidOf(id: unknown): string {
  const text = String(id).replace(/^(?:batch|search)_/, '')
  if (!isUuid(text)) throw jobNotFound()
  return text.toLowerCase()
}

export const batchIdOf = (id: unknown): string => `batch_${uuidOf(id)}`
