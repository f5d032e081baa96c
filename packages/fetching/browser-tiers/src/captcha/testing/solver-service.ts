import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SolverService {
  url: string
  /** Submitted puzzles, newest last. */
  puzzles: Record<string, unknown>[]
  close(): Promise<void>
}

/** A local service with one of 2captcha's two APIs. It answers every puzzle with `token`, at the second poll. */
export async function startSolverService(api: 'tasks' | 'classic', token: string): Promise<SolverService> {
  const puzzles: Record<string, unknown>[] = []
  let looks = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const url = new URL(request.url ?? '/', 'http://solver')
    const reply = answers[api][url.pathname]?.(body)
    response.writeHead(reply ? 200 : 404, { 'content-type': reply ? 'application/json' : 'text/html' })
    response.end(reply ? JSON.stringify(reply) : 'Not found')
  })
  const answers: Record<typeof api, Record<string, (body: string) => object>> = {
    tasks: {
      '/createTask': (body) => {
        puzzles.push(JSON.parse(body))
        return { errorId: 0, taskId: 7 }
      },
      '/getTaskResult': () =>
        looks++ === 0
          ? { errorId: 0, status: 'processing' }
          : { errorId: 0, status: 'ready', solution: { token } },
    },
    classic: {
      '/in.php': (body) => {
        puzzles.push(Object.fromEntries(new URLSearchParams(body)))
        return { status: 1, request: '7' }
      },
      '/res.php': () =>
        looks++ === 0 ? { status: 0, request: 'CAPCHA_NOT_READY' } : { status: 1, request: token },
    },
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    puzzles,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
