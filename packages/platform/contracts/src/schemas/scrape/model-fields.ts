import { z } from 'zod'

export const EXTRACTION_METHODS = ['structured_data', 'algorithmic', 'schema_filter', 'llm'] as const

export const ExtractionMetadata = z
  .object({
    mode: z
      .enum(['byok', 'algorithmic'])
      .describe('`byok`: a model was asked through a key of your own; `algorithmic`: none was asked.'),
    provider: z.string().nullable().describe('Who was asked; null where no model was.'),
    model: z
      .string()
      .nullable()
      .describe('Which model was asked, as the provider names it; null where none was.'),
    input_tokens: z
      .number()
      .int()
      .nullable()
      .describe('Tokens that the model has read; null where the provider does not say.'),
    output_tokens: z
      .number()
      .int()
      .nullable()
      .describe('Tokens that the model has written; null where the provider does not say.'),
    cost_microcents: z
      .number()
      .int()
      .nullable()
      .describe(
        'What the provider says that it charges you; 1,000,000 are a dollar. Null where it does not say.',
      ),
    cached: z.boolean().describe('Whether the answer came from your cache.'),
    latency_ms: z.number().int().describe('How long the answer took, in milliseconds.'),
  })
  .describe('Whether a language model was asked, which, and how.')
export type ExtractionMetadata = z.infer<typeof ExtractionMetadata>

/** What a caller's model made of a page. */
export const ModelFields = z.object({
  extraction_result: z
    .unknown()
    .optional()
    .describe(
      'With an extraction_prompt: what the model gave, in the form of extraction_schema where there is one.',
    ),
  extraction_metadata: ExtractionMetadata.optional().describe(
    'Which model was asked, and how; with an `extraction_prompt`.',
  ),
  summary_metadata: ExtractionMetadata.optional().describe(
    'The same of the format `summary`; with that format.',
  ),
  model_used: z
    .string()
    .nullable()
    .optional()
    .describe('With an `extraction_prompt`: the model that has answered; null where none has.'),
  missing_fields: z
    .array(z.string())
    .optional()
    .describe(
      'Fields of `extraction_schema` that `extraction_result` does not have; absent where there is no such result.',
    ),
  evidence: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      'With evidence: field of extraction_result to the passage of the page that it was taken from, word for word.',
    ),
})
export type ModelFields = z.infer<typeof ModelFields>
