export * from './insert-batch.ts'
export * from './read-batch-log.ts'
