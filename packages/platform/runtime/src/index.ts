export { type BatchedCallOptions, createBatchedCall } from './batched-call.ts'
export { checkClock, clockSkewMs, learnTime } from './clock.ts'
export { ConfigError, loadConfig } from './config.ts'
export { deadlineSignal, withTimeout } from './deadline.ts'
export { describeError } from './describe-error.ts'
export {
  connectionFields,
  durationField,
  egressFields,
  flagField,
  intervalField,
  intField,
  listField,
  nodeEnvField,
  portField,
  urlField,
} from './env-fields.ts'
export { createPace, inLineOf, nextTurn } from './fair-turns.ts'
export { processConfig } from './group.ts'
export { closeServer, endConnectionsOn, listen } from './http.ts'
export { type Logger, silentLogger } from './logger.ts'
export { createLoop, type Loop } from './loop.ts'
export { maskLogins } from './mask-secrets.ts'
export { METRICS, type MetricEntry } from './metric-catalog.ts'
export { createMetrics, type Metrics } from './metrics.ts'
export { refuseMisspelt } from './misspelt-settings.ts'
export { checkReadiness, type Readiness } from './readiness.ts'
export { run, runGroup } from './run.ts'
export type { Checks, Service, ServiceDefinition, ServiceDeps } from './service.ts'
export { sleep } from './time.ts'
export { createTimeSlice, type TimeSlice } from './time-slice.ts'
