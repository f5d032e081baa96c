export { freePort } from '@gleaner/local-servers/free-port'
export { type RunningPostgres, startPostgres } from '@gleaner/local-servers/postgres'
export { type RunningRedis, startRedis } from '@gleaner/local-servers/redis'
export { startTargetSite, type TargetSite } from '@gleaner/target-site/site'
export { createTestDatabase, type TestDatabase } from './database.ts'
export { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts'
export { eventually } from './eventually.ts'
export { type LoginSite, startLoginSite } from './login-site.ts'
export {
  type PaymentProvider,
  type ProviderEvent,
  startPaymentProvider,
} from './payment-provider.ts'
export { type LocalProxy, startProxy } from './proxy.ts'
export { createTestRedis, type TestRedis } from './test-redis.ts'
export { type Delivery, type SinkAnswer, startWebhookSink, type WebhookSink } from './webhook-sink.ts'
