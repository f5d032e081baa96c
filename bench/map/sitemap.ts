/**
 * What a map of a large sitemap costs: `node bench/map/sitemap.ts [files=1] [entries=50000] [search]`, of a site served locally as gzip. Prints, of
 * three calls after a first one, the seconds until the last byte of the reply, the CPU of all processes, how much memory came on top at its peak in the
 * processes that make and send it, and beside it how long other requests of the gateway took meanwhile.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { callApi, request } from '../lib/api.ts'
import { cpuMs, memory } from '../lib/process-usage.ts'
import { withStack } from '../lib/stack.ts'
import { sum } from '../lib/statistics.ts'
import { table } from '../lib/table.ts'

const [files = 1, entries = 50_000] = process.argv.slice(2, 4).map(Number)
const search = process.argv[4]
const CALLS = 4
const LOOK_EVERY_MS = 100

const site = fork(new URL('./site-main.ts', import.meta.url), [String(files), String(entries)])
const [url] = (await once(site, 'message')) as [string]

await withStack({ env: { EGRESS_ALLOW: new URL(url).host } }, async (stack) => {
  const info = await stack.info()
  const { base_url, pids } = info
  const body = { url, max_pages: 100_000, ...(search && { search }) }
  const rows: string[][] = []
  for (let call = 0; call < CALLS; call++) {
    const watch = watchStack(pids, `${new URL(base_url).origin}/healthz`)
    const cpu = total(await cpuMs(pids))
    const start = performance.now()
    const { status, text } = await callApi(info, 'POST', '/map', { body })
    const seconds = (performance.now() - start) / 1_000
    const used = total(await cpuMs(pids)) - cpu
    const { onTopMb, slowestMs } = await watch.stop()
    if (status !== 200) throw new Error(`${status} ${text.slice(0, 300)}`)
    const { total_urls } = JSON.parse(text)
    rows.push([
      call === 0 ? 'first' : String(call),
      String(total_urls),
      (text.length / 1e6).toFixed(1),
      seconds.toFixed(2),
      (used / 1_000).toFixed(2),
      onTopMb.toFixed(0),
      slowestMs.toFixed(0),
    ])
  }
  console.log(
    table(
      [
        'call',
        'addresses',
        'MB',
        'seconds',
        'CPU s of all processes',
        'MB on top at the peak',
        'slowest other request, ms',
      ],
      rows,
    ),
  )
}).finally(() => site.disconnect())

function total(values: Record<string, number>): number {
  return sum(Object.values(values))
}

/** Looks at the memory of the fleet, and asks its gateway for something small, until it is stopped. */
function watchStack(pids: Record<string, number>, small: string) {
  let isOver = false
  let slowestMs = 0
  let onTopMb = 0
  const ended = (async () => {
    const before = await own(pids)
    while (!isOver) {
      const start = performance.now()
      await request(small)
      slowestMs = Math.max(slowestMs, performance.now() - start)
      onTopMb = Math.max(onTopMb, (await own(pids)) - before)
      await sleep(LOOK_EVERY_MS)
    }
  })()
  return {
    async stop() {
      isOver = true
      await ended
      return { onTopMb, slowestMs }
    },
  }
}

async function own(pids: Record<string, number>): Promise<number> {
  return Object.values(await memory(pids)).reduce((sum, { ownBytes }) => sum + ownBytes, 0) / 1e6
}
