export * from './create-account.ts'
export * from './keys.ts'
export * from './verify-key.ts'
