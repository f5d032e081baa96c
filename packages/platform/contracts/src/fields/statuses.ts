import { z } from 'zod'

export const JOB_STATUSES = ['pending', 'running', 'completed', 'failed'] as const
export const BATCH_STATUSES = [
  'pending',
  'processing',
  'completed',
  'partially_failed',
  'failed',
  'cancelled',
] as const
export const BATCH_ITEM_STATUSES = ['pending', 'running', 'succeeded', 'failed', 'cancelled'] as const
export const CRAWL_STATUSES = ['discovering', 'running', 'completed', 'failed', 'cancelled'] as const
export const WEBHOOK_STATUSES = ['pending', 'retrying', 'delivered', 'failed', 'cancelled'] as const

export const BatchState = z
  .enum(BATCH_STATUSES)
  .describe(
    '`pending`: no item has begun; `processing`: some have; `partially_failed`: all have ended, and some but not all failed; `cancelled`: it was cancelled, whatever had ended before.',
  )

export const ItemState = z
  .enum(BATCH_ITEM_STATUSES)
  .describe('How far its job is: `pending` until a worker begins, then `running`, then one of the others.')

export const CrawlState = z
  .enum(CRAWL_STATUSES)
  .describe(
    '`discovering`: the site is asked and the start page is scraped; `running`: its pages are; `completed`: all have ended, and some were delivered; `failed`: none was.',
  )

/** Of one who is told something. */
export const DeliveryState = z
  .enum(WEBHOOK_STATUSES)
  .describe(
    '`pending`: not tried yet; `retrying`: tried, and tried again later; `delivered`: the receiver has taken it; `failed`: given up; `cancelled`: nobody is to be told any more.',
  )

/** Of what has only just been accepted. */
export const UnderWay = z
  .enum(['pending', 'running'])
  .describe('How far it is: `pending` until a worker begins, then `running`.')

/** Of what is done again and again. */
export const ActiveState = z
  .enum(['active', 'paused'])
  .describe('Whether it goes on by its times; while `paused` only when somebody asks.')
