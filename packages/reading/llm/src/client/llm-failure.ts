/** Why a model gave nothing, for the caller: each with what helps. */
export const FAILURES = {
  no_key:
    'there is no such key at a provider of language models in this account; store one with POST /llm-keys',
  no_model: 'no model is named: store one with the key, or send extraction_model',
  unreadable_key:
    'the stored key cannot be read by this service any more; store it anew with PATCH /llm-keys/{id}',
  invalid_key: 'the provider refused the key; test it with POST /llm-keys/{id}/test, and store a valid one',
  quota: 'the account at the provider has no quota or money left; top it up there',
  rate_limited: 'the provider limits the requests of this key, also after waiting; try again later',
  unknown_model: 'the provider does not know the model, or does not answer at this base_url',
  rejected: 'the provider did not accept the request',
  context_length:
    'a short part of the page is still longer than the model reads; use a model with a larger context',
  refused: 'the model refused to answer; reword extraction_prompt',
  malformed:
    'the model gave no JSON of the asked form, nor when it was told what was wrong; use another model or a simpler schema',
  too_large: 'the answer of the provider is larger than is taken',
  unavailable: 'the provider cannot be reached, or failed, also when it was asked again',
  timeout: 'the model did not answer in time; raise timeout, or use a faster model',
  address: 'the base_url of the key may not be reached from this service',
  too_costly: 'the extraction_schema takes too long to check an answer by; simplify it',
} as const

export type FailureReason = keyof typeof FAILURES

/** A model gave nothing that can be delivered. Its message holds no key, and of the provider's own words only a little. */
export class LlmFailure extends Error {
  override readonly name = 'LlmFailure'
  readonly reason: FailureReason

  constructor(reason: FailureReason, detail?: string) {
    super(`${FAILURES[reason]}${detail ? ` (${detail})` : ''}`)
    this.reason = reason
  }
}
