import pg from 'pg'

const [url, a] = process.argv.slice(2)
const c = new pg.Client(url)
await c.connect()
await c.query("SELECT set_config('enable_seqscan','off',false), set_config('work_mem','16MB',false)")
const ex = async (n, t, v) => {
  const t0 = performance.now()
  const { rows } = await c.query('EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) ' + t, v)
  console.log('==', n, (performance.now() - t0).toFixed(0))
  console.log(
    rows
      .map((r) => r['QUERY PLAN'])
      .join('\n')
      .slice(0, 2500),
  )
}
const KEPT = "interval '86400000 milliseconds'"
const IS_PAGE = `job.status = 'completed' AND NOT job.test AND job.cached_from IS NULL AND coalesce(job.spec ->> 'method', 'GET') = 'GET' AND NOT EXISTS (SELECT FROM search_document AS known WHERE known.job_id = job.id)`
await ex(
  'waiting',
  `SELECT count(*)::int AS waiting FROM (
      SELECT FROM search_index AS i JOIN job ON job.account_id = i.account_id
      WHERE i.account_id = $1 AND ${IS_PAGE} AND job.finished_at > now() - ${KEPT}
        AND (job.finished_at > i.indexed_to - interval '30 seconds' OR job.finished_at <= i.indexed_from) LIMIT 10000) AS waiting`,
  [a],
)
const {
  rows: [{ f, t }],
} = await c.query('SELECT indexed_from f, indexed_to t FROM search_index WHERE account_id=$1', [a])
await ex(
  'newer',
  `SELECT job.id, job.finished_at AS "finishedAt", octet_length(job_page.page) AS bytes
     FROM job JOIN job_page ON job_page.job_id = job.id
     WHERE job.account_id = $1 AND job.finished_at IS NOT NULL AND job.finished_at > greatest($2::timestamptz - interval '30 seconds', now() - ${KEPT}) AND ${IS_PAGE}
     ORDER BY job.finished_at ASC LIMIT 50`,
  [a, t],
)
await ex(
  'older',
  `SELECT job.id, job.finished_at AS "finishedAt", octet_length(job_page.page) AS bytes
     FROM job JOIN job_page ON job_page.job_id = job.id
     WHERE job.account_id = $1 AND job.finished_at IS NOT NULL AND job.finished_at <= $2 AND job.finished_at > now() - ${KEPT} AND ${IS_PAGE}
     ORDER BY job.finished_at DESC LIMIT 50`,
  [a, f],
)
await ex(
  'all',
  `SELECT count(*)::int AS pages FROM (SELECT FROM search_document WHERE account_id = $1 LIMIT 10000) AS kept`,
  [a],
)
for (const w of ['wzzx', 'nowhere', 'w1x'])
  await ex(
    'count ' + w,
    `SELECT count(*)::int FROM (SELECT FROM search_document WHERE words @@ $1 LIMIT 2000) AS hit`,
    [`('@a:${a}') & ('${w}')`],
  )
console.log(
  (
    await c.query("SELECT indexname, indexdef FROM pg_indexes WHERE tablename in ('search_document','job')")
  ).rows
    .map((r) => r.indexdef)
    .join('\n'),
)
await c.end()
