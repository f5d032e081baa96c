export * from './find-delivery.ts'
export * from './list-deliveries.ts'
export * from './read-deliveries.ts'
export * from './replay-deliveries.ts'
