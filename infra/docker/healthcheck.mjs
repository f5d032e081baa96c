// Succeeds when the service of this container answers on its ops port.
const port = process.env.OPS_PORT ?? '9090'
const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4_000) })
process.exit(response.ok ? 0 : 1)
