/**
 * Language models that callers bring themselves. `keys/` stores the keys, `client/` speaks to the providers through the egress guard,
 * `run/` asks a model for what a page holds, and `check/` holds what it answers against the schema and the page, in a thread.
 */
export { createGuardedFetch, type GuardedFetch } from './client/guarded-fetch.ts'
export { FAILURES, type FailureReason, LlmFailure } from './client/llm-failure.ts'
export * from './keys/llm-keys.ts'
export * from './keys/open-llm-key.ts'
export { ANSWER_PURGES, createAnswerStore, dropAnswers } from './run/answer-store.ts'
export { extractWithModel, type ModelRun, type ModelTask } from './run/extract-with-model.ts'
export { type Summary, summarize } from './run/summarize.ts'
export { tryKey } from './run/try-key.ts'
