// Only what a service's main thread needs: the readers themselves are loaded by the worker threads.

export { createExtractPool, type ExtractLimits, type ExtractPool, type ExtractPoolOptions } from './pool.ts'
export * from './types.ts'
export type { ExtractedJson, ReadFailure } from './worker.ts'
