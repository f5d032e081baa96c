import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** Path below which every endpoint lies; the version is part of it. */
export const API_ROOT = '/api/v1'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Auth = 'none' | 'apiKey' | 'bearer' | 'apiKeyOrBearer'

/**
 * One endpoint of the API, declared once: the gateway's route, the OpenAPI document and the clients derive
 * from this value. `path` is relative to `API_ROOT`, its parameters in braces (`/jobs/{job_id}`).
 */
export interface Endpoint {
  method: HttpMethod
  path: string
  summary: string
  auth: Auth
  /** Rate-limit tokens that one call takes (writes 2, reads 1). */
  tokens: number
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  responses: Record<number, z.ZodType>
  errors: readonly ErrorCode[]
}

export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}
