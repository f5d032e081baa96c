import { insertBatch } from '@gleaner/batches'
import { uuidv7, type WebhookHeaders } from '@gleaner/contracts'
import { createEgress, type EgressOptions } from '@gleaner/egress'
import { claimJob, completeJob, type Delivery, failJob } from '@gleaner/jobs'
import { createJobsFixture, delivery, type JobsFixture } from '@gleaner/jobs/testing/fixture'
import { type BatchWebhook, readBatchWebhook, sealHeaders } from '@gleaner/outgoing-webhooks'
import { silentLogger } from '@gleaner/runtime'
import { createDispatcher, type DispatcherOptions } from '../dispatcher.ts'
import { createSender } from '../send-webhook.ts'

/** Pauses are short, so that nothing has to wait long. */
export const QUICK = { pollMs: 30, retryDelaysMs: [40, 80], leaseMs: 5_000, timeoutMs: 10_000 }
export const PUBLIC_URL = 'https://api.example.com'

type Options = Partial<DispatcherOptions & EgressOptions & { timeoutMs: number; httpsOnly: boolean }>

export interface WebhooksFixture
  extends Pick<JobsFixture, 'pool' | 'ctx' | 'account' | 'newJob' | 'databaseUrl' | 'redisUrl'> {
  /** A running dispatcher; it stops with the test. */
  dispatcher(options?: Options): ReturnType<typeof createDispatcher> & AsyncDisposable
  batch(
    accountId: string,
    items: number,
    webhookUrl?: string,
    webhookHeaders?: WebhookHeaders,
  ): Promise<{ id: string; jobIds: string[] }>
  /** A job of no batch that tells an address how it ended. */
  job(accountId: string, webhookUrl?: string): Promise<string>
  complete(jobId: string, more?: Partial<Delivery>): Promise<void>
  fail(jobId: string): Promise<void>
  endpoint(accountId: string, url: string, events: string[], headers?: WebhookHeaders): Promise<string>
  /** The state of a batch's webhook. */
  webhook(batchId: string): Promise<BatchWebhook>
  // biome-ignore lint/suspicious/noExplicitAny: rows are judged field by field
  rows(sql: string, values?: unknown[]): Promise<any[]>
  close(): Promise<void>
}

export async function createWebhooksFixture(): Promise<WebhooksFixture> {
  const jobs = await createJobsFixture()
  const { pool, ctx, account, newJob, databaseUrl, redisUrl } = jobs

  async function claimed(jobId: string) {
    const claim = await claimJob(ctx, jobId, '1')
    if (claim.kind !== 'claimed') throw new Error(claim.kind)
    return claim.job
  }

  async function batch(
    accountId: string,
    items: number,
    webhookUrl?: string,
    webhookHeaders?: WebhookHeaders,
  ) {
    const id = uuidv7()
    const all = Array.from({ length: items }, (_, index) =>
      newJob(accountId, { url: `https://example.com/${index}`, sync: false }),
    )
    const { apiKeyId } = all[0]!
    const money = { estimatedMicros: items * 200 }
    await insertBatch(pool, ctx.secretBox, {
      id,
      accountId,
      apiKeyId,
      test: false,
      webhookUrl,
      webhookHeaders,
      jobs: all,
      ...money,
    })
    return { id, jobIds: all.map((job) => job.id) }
  }

  return {
    pool,
    ctx,
    account,
    newJob,
    databaseUrl,
    redisUrl,
    batch,
    dispatcher(options = {}) {
      const settings = { ...QUICK, ...options }
      const egress = createEgress({ allow: '127.0.0.0/8', ...options })
      const sender = createSender({ egress, httpsOnly: false, ...settings })
      const dispatcher = createDispatcher({
        pool,
        secretBox: ctx.secretBox,
        sender,
        logger: silentLogger(),
        publicUrl: PUBLIC_URL,
        concurrency: 100,
        perHost: 16,
        ...settings,
      })
      dispatcher.start()
      return Object.assign(dispatcher, {
        async [Symbol.asyncDispose]() {
          await dispatcher.stop()
          await sender.close()
          await egress.close()
        },
      })
    },
    async job(accountId, webhookUrl) {
      // A batch of one, taken out of it: the row of a single job that names an address.
      const { id, jobIds } = await batch(accountId, 1, webhookUrl)
      await pool.query('UPDATE job SET batch_id = NULL, batch_index = NULL WHERE batch_id = $1', [id])
      return jobIds[0]!
    },
    async complete(jobId, more) {
      await completeJob(ctx, await claimed(jobId), delivery(200, more))
    },
    async fail(jobId) {
      await failJob(ctx, await claimed(jobId), { code: 'ALL_TIERS_FAILED', message: 'Nothing delivered.' })
    },
    async endpoint(accountId, url, events, headers) {
      const id = uuidv7()
      await pool.query(
        'INSERT INTO webhook_endpoint (id, account_id, url, events, headers) VALUES ($1, $2, $3, $4, $5)',
        [id, accountId, url, events, sealHeaders(ctx.secretBox, 'endpoint', id, headers)],
      )
      return id
    },
    async webhook(id) {
      const { rows } = await pool.query('SELECT finished_at FROM batch WHERE id = $1', [id])
      return await readBatchWebhook(pool, { id, isOver: rows[0].finished_at !== null })
    },
    rows: async (sql, values) => (await pool.query(sql, values)).rows,
    close: jobs.close,
  }
}
