export * from './queue-deliveries-sql.ts'
export * from './secrets.ts'
export * from './sign.ts'
