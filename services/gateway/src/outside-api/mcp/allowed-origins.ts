import { ApiError } from '@gleaner/contracts'
import type { Request } from 'express'
import type { Config } from '../../config.ts'

/**
 * Refuses pages of other origins than the service's own and `CORS_ORIGINS`, as the protocol asks: a page whose name has come to lead to this address
 * would be answered otherwise (DNS rebinding). Programs send no `Origin`.
 */
export function allowedOrigins({
  PUBLIC_URL,
  CORS_ORIGINS,
}: Pick<Config, 'PUBLIC_URL' | 'CORS_ORIGINS'>): (request: Request) => void {
  const allowed = new Set([new URL(PUBLIC_URL).origin, ...CORS_ORIGINS])
  return (request) => {
    const origin = request.get('Origin')
    if (origin === undefined || allowed.has('*') || allowed.has(origin)) return
    throw new ApiError(
      'FORBIDDEN',
      `Pages of ${origin.slice(0, 200)} may not call this. The operator can allow them by CORS_ORIGINS.`,
    )
  }
}
