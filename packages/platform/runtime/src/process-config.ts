import { z } from 'zod'
import { durationField, portField } from './env-fields.ts'
import { LOG_LEVELS } from './logger.ts'
import { settings } from './setting.ts'
import { traceFields } from './tracing/trace-settings.ts'

/** Settings that every process of the fleet reads. */
export const processConfig = z.object({
  ...settings('process', {
    LOG_LEVEL: z.enum(LOG_LEVELS).default('info').describe('the least level that is logged'),
    OPS_HOST: z.string().default('127.0.0.1').describe('address of /healthz, /readyz and /metrics'),
    OPS_PORT: portField(9090).describe('port of /healthz, /readyz and /metrics; 0: a free one'),
    DRAIN_TIME: durationField(0).describe(
      'how long callers are still served after a stop was asked for, while /readyz says that they are to be sent elsewhere',
    ),
    STOP_TIMEOUT_MS: durationField(25_000).describe('longest graceful stop after DRAIN_TIME'),
  }),
  ...traceFields,
})
