export { type BatchedCallOptions, createBatchedCall } from './batched-call.ts'
export { checkClock, clockSkewMs, learnTime } from './clock.ts'
export { ConfigError, loadConfig } from './config.ts'
export { deadlineSignal, withTimeout } from './deadline.ts'
export { describeError } from './describe-error.ts'
export {
  durationField,
  flagField,
  intervalField,
  intField,
  listField,
  portField,
  urlField,
} from './env-fields.ts'
export { createPace, forEachInTurns, inLineOf, nextTurn } from './fair-turns.ts'
export { createFreshAnswers } from './fresh-answers.ts'
export { BEAT_EVERY_MS } from './heartbeat.ts'
export { closeServer, endConnectionsOn, listen } from './http.ts'
export { type Logger, silentLogger } from './logger.ts'
export { createLoop, type Loop } from './loop.ts'
export { maskLogins } from './mask-secrets.ts'
export { METRICS, type MetricEntry } from './metric-catalog.ts'
export { createMetrics, type Metrics } from './metrics.ts'
export { refuseMisspelt } from './misspelt-settings.ts'
export { processConfig } from './process-config.ts'
export { checkReadiness, type Readiness } from './readiness.ts'
export { currentRequestId, withinRequest } from './request-scope.ts'
export { run, runGroup } from './run.ts'
export type { Beat, Checks, Service, ServiceDefinition, ServiceDeps, Vitals } from './service.ts'
export { readSetting, SETTING_AREAS, type Setting, settingFacts, settings } from './setting.ts'
export {
  captchaFields,
  connectionFields,
  curlFields,
  egressFields,
  nodeEnvFields,
  proxyFields,
  publicFields,
} from './shared-settings.ts'
export { sleep } from './time.ts'
export type { SpanRecord } from './tracing/span.ts'
export { REQUEST, type Tracer, traced } from './tracing/tracer.ts'
export { VERSION } from './version.ts'
