import type { AreaExamples } from './endpoint-example.ts'

const account_id = '019a9f3e-2b3c-7d4e-8f50-6a7b8c9d0e1f'
const job_id = '019a9f3e-7081-7293-a4b5-c6d7e8f90a1b'
const letter = `job_${job_id}`
const time = '2026-11-22T08:00:00.000Z'
const verdict = { tier: '2', result: 'blocked', wall: 'challenge', attempts: 41 }
const host = 'shop.example.com'

export const nightShift: AreaExamples = {
  getFleetHealth: {
    replies: {
      200: {
        status: 'degraded',
        checked_at: time,
        version: '0.1.0',
        services: [
          {
            service: 'tier-3-stealth',
            does: "fetches at tier 3, with a browser's fingerprint",
            status: 'degraded',
            reason: 'redis: Redis does not answer',
            running: 1,
            version: '0.1.0',
            since: time,
            seen_at: time,
            instances: [
              {
                host: 'worker-3',
                pid: 4_711,
                version: '0.1.0',
                status: 'degraded',
                failing: { redis: 'Redis does not answer' },
                started_at: time,
                seen_at: time,
              },
            ],
          },
        ],
        checks: [{ name: 'postgres', status: 'ok', reason: null, ms: 2 }],
        browsers: [{ service: 'tier-4-browser', open: 2, pages: 7, started: 12 }],
        readers: [{ service: 'tier-1-curl', alive: 3, lost: 0 }],
        proxies: [
          {
            service: 'tier-2-http',
            host: 'proxy.example.com:8080',
            pool: 'standard',
            failures: 3,
            paused_until: time,
          },
        ],
      },
    },
  },
  getOperatedQueues: {
    replies: {
      200: {
        tiers: [{ tier: '1', waiting: 12, running: 64, oldest_seconds: 1.4 }],
        backlogs: [{ name: 'webhooks', waiting: 3, oldest_seconds: 41 }],
        messages: [{ queue: 'scrape-tier-1', waiting: 10, active: 64, delayed: 2 }],
        queue_ui: '/admin/queues',
      },
    },
  },
  listOperatedSites: {
    query: { hours: 24, sort: 'failed', limit: 50 },
    replies: {
      200: {
        sites: [
          {
            host,
            attempts: 60,
            delivered: 19,
            failed: 41,
            average_ms: 812,
            refused: false,
            verdicts: [verdict],
          },
        ],
      },
    },
  },
  getOperatedSite: {
    params: { domain: host },
    query: { hours: 24 },
    replies: { 200: { host, refused: false, hours: [{ ...verdict, hour: time, average_ms: 812 }] } },
  },
  listTopAccounts: {
    query: { hours: 24, limit: 20 },
    replies: {
      200: {
        accounts: [{ account_id, name: 'Ada', requests: 9_100, failed: 41, credits: 12_000, open_jobs: 80 }],
      },
    },
  },
  getOperatedJobs: {
    params: { job_id: 'req_019a9f3e-5e6f-7081-9293-a4b5c6d7e8f9' },
    replies: {
      200: {
        jobs: [
          {
            id: job_id,
            request_id: 'req_019a9f3e-5e6f-7081-9293-a4b5c6d7e8f9',
            account_id,
            account_name: 'Ada',
            api_key_id: '019a9f3e-90aa-7d1b-8c44-1f2e3d4c5b6a',
            api_key_name: 'for the shop',
            batch_id: null,
            status: 'failed',
            test: false,
            url: 'https://shop.example.com/lamps?page=…',
            mode: 'auto',
            tier: '2',
            attempts: [
              { tier: '2', result: 'blocked', wall: 'challenge', error: 'blocked by Acme', duration_ms: 812 },
            ],
            credits: 0,
            held_credits: 0,
            error_code: 'ALL_TIERS_FAILED',
            error: 'No tier could deliver the page.',
            waits_for: null,
            lost_workers: 0,
            redriven_from: null,
            redriven_as: null,
            created_at: time,
            started_at: time,
            finished_at: time,
            deadline_at: time,
            webhooks: [
              {
                id: '019a9f3e-6f70-7182-93a4-b5c6d7e8f90a',
                event: 'job.failed',
                host: 'hooks.example.com',
                state: 'delivered',
                attempts: 1,
                status_code: 204,
                error: null,
              },
            ],
          },
        ],
      },
    },
  },
  listDeadLetters: {
    query: { kind: 'job', limit: 50 },
    replies: {
      200: {
        letters: [
          {
            id: letter,
            kind: 'job',
            account_id,
            what: 'https://shop.example.com/lamps',
            code: 'INTERNAL',
            reason: 'Five workers have died with it.',
            died_at: time,
            obstacle: null,
          },
        ],
      },
    },
  },
  retryDeadLetters: {
    body: { ids: [letter] },
    replies: {
      200: {
        letters: [{ id: letter, result: 'runs again as 019a9f3e-8192-73a4-b5c6-d7e8f90a1b2c', done: true }],
      },
    },
  },
  discardDeadLetters: {
    body: { ids: [letter] },
    replies: { 200: { letters: [{ id: letter, result: 'is put aside', done: true }] } },
  },
  getLedgerState: {
    replies: {
      200: {
        status: 'ok',
        audited_at: time,
        passed_at: time,
        available_credits: 5_000_000,
        held_credits: 1_200,
        held_by_work: 1_200,
        owed_credits: 0,
        charged_credits: 812_000,
        discrepancies: [],
      },
    },
  },
}
