/** Series by their names, as promtool writes values: `0+60x10` is 0 and ten times 60 more, `_x5` five times none. One value a minute. */
type Series = Readonly<Record<string, string>>

interface Case {
  /** What it fires at, and what is close to that and is nobody's business. */
  fires: Series
  silent: Series
  /** Minutes after which both are looked at; an alert's `for` has passed by then. */
  after: number
}

const up = (container: string, values: string) => ({
  [`up{job="gleaner", container="${container}", instance="${container}:9090"}`]: values,
})
const ALL_UP = Object.assign(
  {},
  ...['gateway', 'scheduler', 'webhooks', 'tier-1-curl', 'tier-2-http'].map((name) => up(name, '1x60')),
)
const requests = (method: string, status: number, values: string) => ({
  [`gleaner_http_request_seconds_count{method="${method}", status="${status}"}`]: values,
})
const attempts = (result: string, values: string) => ({
  [`gleaner_attempts_total{tier="2", result="${result}"}`]: values,
})
const one = (name: string, values: string): Series => ({ [name]: values })
const loop = (name: string, values: string) => ({
  [`gleaner_loop_${name}{service="scheduler", loop="admit"}`]: values,
})
const purge = (name: string, values: string) => ({ [`gleaner_purge_${name}{purge="jobs"}`]: values })
const waited = (bound: string, values: string) => ({
  [`gleaner_http_request_seconds_bucket{method="GET", le="${bound}"}`]: values,
})

/** How each alert of alerts.yml is seen to fire, and to stay silent. Promtool's clock begins at 0. */
export const CASES: Readonly<Record<string, Case>> = {
  ServiceDown: { fires: up('gateway', '1 0x20'), silent: up('gateway', '1 0 1x20'), after: 10 },
  ServiceMissing: {
    // Tier 1 is scaled to nothing: its name leads nowhere, so it has no series at all.
    fires: { ...ALL_UP, ...up('tier-1-curl', '1 1 stale _x40') },
    silent: ALL_UP,
    after: 20,
  },
  ApiErrors: {
    // Every POST fails, beside a hundred times as many reads.
    fires: { ...requests('GET', 200, '0+6000x30'), ...requests('POST', 503, '0+60x30') },
    silent: {
      ...requests('GET', 200, '0+6000x30'),
      ...requests('POST', 200, '0+60x30'),
      ...requests('POST', 503, '0+2x30'),
    },
    after: 20,
  },
  JobsWaiting: {
    fires: one('gleaner_job_oldest_seconds{tier="1"}', '0+60x30'),
    silent: one('gleaner_job_oldest_seconds{tier="1"}', '0 60 120 290 0 40x30'),
    after: 20,
  },
  LimitsNotEnforced: {
    fires: one('gleaner_limits_enforced{instance="a"}', '1 0x20'),
    silent: one('gleaner_limits_enforced{instance="a"}', '1x20'),
    after: 10,
  },
  ClockSkewed: {
    fires: one('gleaner_clock_skew_seconds{instance="a"}', '-7x20'),
    silent: one('gleaner_clock_skew_seconds{instance="a"}', '4x20'),
    after: 10,
  },
  ApiSlow: {
    fires: { ...waited('1', '0+10x40'), ...waited('2.5', '0+100x40'), ...waited('+Inf', '0+100x40') },
    silent: { ...waited('1', '0+99x40'), ...waited('2.5', '0+100x40'), ...waited('+Inf', '0+100x40') },
    after: 30,
  },
  TierFailing: {
    fires: { ...attempts('delivered', '0+1x60'), ...attempts('blocked', '0+9x60') },
    silent: { ...attempts('delivered', '0+5x60'), ...attempts('blocked', '0+5x60') },
    after: 50,
  },
  JobsLost: {
    fires: one('gleaner_jobs_requeued_total', '0+5x30'),
    silent: one('gleaner_jobs_requeued_total', '0+1x30'),
    after: 20,
  },
  JobsOverdue: {
    fires: one('gleaner_jobs_overdue_total', '0 0 0 1x30'),
    silent: one('gleaner_jobs_overdue_total', '3x30'),
    after: 10,
  },
  LedgerDiscrepancy: {
    fires: one('gleaner_ledger_discrepancies', '0 0 1x20'),
    silent: one('gleaner_ledger_discrepancies', '0x20'),
    after: 10,
  },
  LedgerAuditSilent: {
    fires: one('gleaner_ledger_audit_success_timestamp_seconds', '0x60'),
    silent: one('gleaner_ledger_audit_success_timestamp_seconds', '0+60x60'),
    after: 40,
  },
  LedgerAuditSlow: {
    fires: one('gleaner_ledger_audit_pass_timestamp_seconds', `${-8 * 86_400}x20`),
    silent: one('gleaner_ledger_audit_pass_timestamp_seconds', `${-6 * 86_400}x20`),
    after: 10,
  },
  PurgeBehind: {
    fires: purge('success_timestamp_seconds', '1x500'),
    silent: purge('success_timestamp_seconds', '1+60x500'),
    after: 420,
  },
  LoopFailing: {
    fires: { ...loop('success_timestamp_seconds', '0x60'), ...loop('failures_total', '0+1x60') },
    silent: { ...loop('success_timestamp_seconds', '0+60x60'), ...loop('failures_total', '0+1x60') },
    after: 40,
  },
  ErasureBehind: {
    fires: one('gleaner_erasures_failing', '1x120'),
    silent: {
      ...one('gleaner_erasures_failing', '0x120'),
      ...one('gleaner_erasure_oldest_seconds', '7200x120'),
    },
    after: 90,
  },
  EventLoopBusy: {
    fires: one('nodejs_eventloop_utilization{container="gateway", instance="a"}', '0.95x30'),
    silent: one('nodejs_eventloop_utilization{container="gateway", instance="a"}', '0.95 0.95 0.5x30'),
    after: 20,
  },
}
