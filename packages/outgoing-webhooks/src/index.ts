export * from './queue-deliveries-sql.ts'
