export * from './delete-account.ts'
export * from './erase-account.ts'
