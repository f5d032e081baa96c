import { once } from 'node:events'
import { createServer } from 'node:net'

/** Whether nobody listens on the port, on any address of this machine. */
export async function isPortFree(port: number): Promise<boolean> {
  // `::` takes IPv4 as well; machines without IPv6 have only the second.
  for (const host of ['::', '0.0.0.0']) {
    const code = await tryListen(port, host)
    if (code === 'EADDRINUSE') return false
    if (code === 'EACCES') throw new Error(`Port ${port} needs privileges: set PORT to one above 1023.`)
    if (code === undefined) return true
  }
  return true
}

/** Throws what to do when the port that callers will use is taken. */
export async function claimPort(port: number): Promise<void> {
  if (await isPortFree(port)) return
  throw new Error(
    `Port ${port} is taken by another program. Nothing was started. ` +
      `End that program, or choose another port: PORT=${port === 65_535 ? 8080 : port + 1} npm start`,
  )
}

/** The error code, or undefined when listening worked. */
async function tryListen(port: number, host: string): Promise<string | undefined> {
  const probe = createServer()
  try {
    probe.listen({ port, host })
    await once(probe, 'listening')
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  } finally {
    probe.close()
  }
}
