export * from './batch-webhook-status.ts'
export * from './queue-deliveries-sql.ts'
export * from './secrets.ts'
export * from './sign.ts'
