import { API_ROOT, REALTIME_ENDPOINTS } from '@gleaner/contracts'
import { createApp as createHttpApp, mountEndpoints } from '@gleaner/http-api'
import type { Express } from 'express'
import type { Context } from './context.ts'
import { streamBatch, streamCrawl } from './routes/stream-batch.ts'
import { streamEvents } from './routes/stream-events.ts'

export function createApp(ctx: Context): Express {
  return createHttpApp(ctx, {
    trustProxy: ctx.config.REALTIME_TRUST_PROXY,
    origins: ctx.config.CORS_ORIGINS,
    mount(app, api) {
      mountEndpoints(api, ctx, REALTIME_ENDPOINTS, { streamBatch, streamCrawl, streamEvents })
      app.use(API_ROOT, api)
    },
  })
}
