export * from './delete-account.ts'
export * from './delete-organization.ts'
export * from './erase-account.ts'
export * from './erase-deleted-accounts.ts'
