export * from './api-keys.ts'
export * from './create-account.ts'
export * from './find-account.ts'
export * from './verify-key.ts'
