export * from './insert-batch.ts'
