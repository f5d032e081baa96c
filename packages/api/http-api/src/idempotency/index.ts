export * from './run-once.ts'
