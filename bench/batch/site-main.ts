import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { createBenchPages } from '@gleaner/target-site/bench-pages'
import { choosePages } from '../extraction/load-pages.ts'

/** Larger than what batches are mostly made of. */
const MAX_BYTES = 200 * 1_024

/**
 * A website in a process of its own, whose address it sends its parent. `/<n>` is the article of 20 KB of the other benches, or with
 * `--data <folder>` the nth page of the set `wcxb`.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { data: { type: 'string' } } })
  const pages = values.data ? realPages(values.data) : [Buffer.from(createBenchPages()('/bench/20kb')!.body)]
  const server = createServer((request, response) => {
    const body = pages[Number(request.url?.slice(1).split('?', 1)[0]) % pages.length] ?? pages[0]!
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.byteLength })
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
  process.once('disconnect', () => process.exit())
}

function realPages(data: string): Buffer[] {
  return choosePages({ data, sets: ['wcxb'], every: 1 })
    .pages.filter(({ bytes }) => bytes.byteLength <= MAX_BYTES)
    .map(({ bytes }) => Buffer.from(bytes))
}

await main()
