import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { createPool } from '@gleaner/db'
import { openAccount } from '@gleaner/devstack/testing/open-account'
import { callApi } from '../lib/api.ts'
import { describeMachine } from '../lib/machine.ts'
import { cpuDuring, memory } from '../lib/process-usage.ts'
import { withStack } from '../lib/stack.ts'
import { table } from '../lib/table.ts'

/** An account may have 200 connections at one process. */
const OF_ACCOUNT = 200
const PROCESSES = ['realtime', 'gateway']

/**
 * WebSockets through the gateway's port: the memory of each that is idle, in the realtime service and in the gateway, and the processor
 * time of each message when 200 of them follow one batch. `--sockets <n>`, `--items <n>`.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { sockets: { type: 'string', default: '2000' }, items: { type: 'string', default: '100' } },
  })
  const [sockets, items] = [Number(values.sockets), Number(values.items)]
  await withStack({ split: true }, async ({ info }) => {
    const fleet = await info()
    const { base_url: url, pids, database_url: databaseUrl, sample_site: site } = fleet
    const pool = createPool({ url: databaseUrl, max: 2 })
    const keys: string[] = []
    while (keys.length * OF_ACCOUNT < sockets) keys.push(await openAccount(pool))
    await pool.end()
    const open: WebSocket[] = []
    const before = await memory(pids)
    for (let n = 0; n < sockets; n += 50)
      open.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(50, sockets - n) }, (_, i) =>
            connect(url, keys[Math.floor((n + i) / OF_ACCOUNT)]!),
          ),
        )),
      )
    const after = await memory(pids)
    console.log(describeMachine())
    console.log(
      table(
        ['Process', `KB of each of ${sockets} idle sockets`],
        PROCESSES.map((name) => [
          name,
          ((after[name]!.rssBytes - before[name]!.rssBytes) / sockets / 1024).toFixed(1),
        ]),
      ),
    )
    const followers = open.slice(0, OF_ACCOUNT)
    const urls = Array.from({ length: items }, (_, n) => `${site}/article?n=${n}`)
    const body = { urls, formats: ['markdown'] }
    const accepted = await callApi(fleet, 'POST', '/batch', { body, key: keys[0]! })
    const { batch_id } = JSON.parse(accepted.text)
    const { result: counts, spentMs } = await cpuDuring(pids, () =>
      Promise.all(followers.map((socket) => follow(socket, batch_id))),
    )
    const messages = counts.reduce((sum, count) => sum + count, 0)
    console.log(`${messages} updates to ${followers.length} sockets, of ${items} items each`)
    console.log(
      table(
        ['Process', 'CPU µs an update'],
        PROCESSES.map((name) => [name, ((spentMs[name]! * 1000) / messages).toFixed(0)]),
      ),
    )
    for (const socket of open) socket.close()
  })
}

async function connect(url: string, key: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/jobs`, ['gleaner', key])
  await once(socket, 'message')
  return socket
}

/** Follows a batch to its end; resolves with how many items were told. */
function follow(socket: WebSocket, batch_id: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  let count = 0
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data)
    if (message.type === 'job_update') count++
    if (message.type === 'batch_update' && message.pending === 0) resolve(count)
  }
  socket.send(JSON.stringify({ action: 'subscribe', batch_id }))
  return promise
}

await main()
