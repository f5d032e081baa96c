import { workerData } from 'node:worker_threads'

/** A thread: reads a large reply again and again and drops it, so that reading takes none of the time in which the bench measures. */
const { url, key, atOnce } = workerData as { url: string; key: string; atOnce: number }

async function read(): Promise<void> {
  for (;;) {
    const reply = await fetch(url, { headers: { 'x-api-key': key } })
    for await (const _ of reply.body!);
  }
}

for (let lane = 0; lane < atOnce; lane++) void read()
