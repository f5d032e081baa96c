import { z } from 'zod'
import { LIMITS } from '../limits.ts'

const { externalIdChars, metadataBytes } = LIMITS.labels

const ExternalId = z.string().min(1).max(externalIdChars)

const Metadata = z
  .record(z.string(), z.unknown())
  .refine(
    (metadata) => Buffer.byteLength(JSON.stringify(metadata)) <= metadataBytes,
    `must be at most ${metadataBytes} bytes as JSON`,
  )

/** What a caller may call its work by. The service keeps it and hands it back, and reads nothing into it. */
export const LABEL_FIELDS = {
  external_id: ExternalId.optional().describe(
    'Your own id for this work, at most 255 characters. It need not be unique. Replies, events, webhooks and lists repeat it.',
  ),
  metadata: Metadata.optional().describe(
    'A JSON object of your own, at most 4 KB. It is handed back wherever `external_id` is.',
  ),
}

/** The same where work is shown; absent where none was given. */
export const SHOWN_LABELS = {
  external_id: z.string().optional().describe('As it was sent; of an item without one, that of its batch.'),
  metadata: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('As it was sent; of an item without any, that of its batch.'),
}

/** Narrows a list to work of one `external_id`. */
export const LABEL_FILTER = {
  external_id: ExternalId.optional().describe('Only what was sent with this `external_id`.'),
}

/** As requests hold them and as most replies show them. */
export interface SentLabels {
  external_id?: string | undefined
  metadata?: Record<string, unknown> | undefined
}

/** As they are stored. */
export interface Labels {
  externalId: string | null
  metadata: Record<string, unknown> | null
}

export const NO_LABELS: Labels = { externalId: null, metadata: null }

export function labelsOf({ external_id, metadata }: SentLabels): Labels {
  return { externalId: external_id ?? null, metadata: metadata ?? null }
}

/** Those that a request has. */
export function sentLabels({ external_id, metadata }: SentLabels): SentLabels {
  return presentLabels(labelsOf({ external_id, metadata }))
}

/** A request without them. */
export function withoutLabels<T extends SentLabels>({
  external_id: _,
  metadata: __,
  ...rest
}: T): Omit<T, keyof SentLabels> {
  return rest
}

export function presentLabels({ externalId, metadata }: Labels): SentLabels {
  return {
    ...(externalId !== null && { external_id: externalId }),
    ...(metadata !== null && { metadata }),
  }
}

/** The same beside a page, whose own `metadata` has that name. */
export function presentLabelsOfPage({ externalId, metadata }: Labels) {
  return {
    ...(externalId !== null && { external_id: externalId }),
    ...(metadata !== null && { request_metadata: metadata }),
  }
}
