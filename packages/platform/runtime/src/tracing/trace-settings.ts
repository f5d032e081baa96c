import { z } from 'zod'
import { urlField } from '../env-fields.ts'
import { settingFacts, settings } from '../setting.ts'

/**
 * Where traces go, by the names that OpenTelemetry gives its settings:
 * https://opentelemetry.io/docs/specs/otel/protocol/exporter/ and .../configuration/sdk-environment-variables/.
 */
export const traceFields = settings('process', {
  OTEL_EXPORTER_OTLP_ENDPOINT: urlField(['http', 'https'])
    .optional()
    .describe(
      'OpenTelemetry collector that takes traces by OTLP over HTTP, e.g. http://collector:4318. Without it nothing is traced. It is called directly, also at a private address',
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: urlField(['http', 'https'])
    .optional()
    .describe('the same as a whole address')
    .register(settingFacts, { byDefault: '/v1/traces below OTEL_EXPORTER_OTLP_ENDPOINT' }),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine((text) => parseHeaders(text) !== undefined, 'must be a comma list of name=value')
    .optional()
    .describe('headers that the collector asks for')
    .register(settingFacts, { takes: 'comma list of name=value', secret: true }),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .default('1')
    .transform(Number)
    .refine((ratio) => ratio >= 0 && ratio <= 1, 'must be a number from 0 to 1')
    .describe('share of the requests that are traced, from 0 to 1')
    .register(settingFacts, { takes: 'number from 0 to 1', default: '1' }),
})

export type TraceSettings = z.infer<z.ZodObject<typeof traceFields>>

/** https://opentelemetry.io/docs/specs/otel/protocol/exporter/#specifying-headers-via-environment-variables. Undefined when it is none. */
export function parseHeaders(text: string): Record<string, string> | undefined {
  const headers: Record<string, string> = {}
  for (const entry of text.split(',').filter((part) => part.trim() !== '')) {
    const [, name, value] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*(.*?)\s*$/.exec(entry) ?? []
    if (!name || value === undefined) return undefined
    try {
      headers[name] = decodeURIComponent(value)
    } catch {
      return undefined
    }
  }
  return headers
}
