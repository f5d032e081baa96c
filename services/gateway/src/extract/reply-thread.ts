import { parentPort, workerData } from 'node:worker_threads'
import { type ReplyFacts, shapeReply } from './shape-reply.ts'

const { facts, page } = workerData as { facts: ReplyFacts; page: Uint8Array }
const reply = shapeReply(
  facts,
  JSON.parse(Buffer.from(page.buffer, page.byteOffset, page.byteLength).toString()),
)
const bytes = new TextEncoder().encode(JSON.stringify(reply))
parentPort!.postMessage(bytes, [bytes.buffer])
