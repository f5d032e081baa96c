/** What an address answers, or why it does not. */
export type Reached =
  | { body: unknown; ms: number; date: number | undefined }
  | { fault: string; remedy: string }

const TIMEOUT_MS = 10_000

const FAULTS: Record<string, { fault: string; remedy: string }> = {
  ENOTFOUND: { fault: 'there is no such host', remedy: 'Look for typing errors in the address, and at the network.' },
  EAI_AGAIN: { fault: 'the name cannot be looked up', remedy: 'Look at the network.' },
  ECONNREFUSED: { fault: 'nothing listens there', remedy: 'Start the server (`npm start` in its folder), or correct the port.' },
  ECONNRESET: { fault: 'the connection was cut', remedy: 'Look at what stands in between: https in place of http, a proxy, a firewall.' },
  ETIMEDOUT: { fault: 'there is no answer', remedy: 'Look at firewalls in between.' },
  UND_ERR_CONNECT_TIMEOUT: { fault: 'there is no answer', remedy: 'Look at firewalls in between.' },
  ERR_SSL_WRONG_VERSION_NUMBER: { fault: 'it does not speak https', remedy: 'Begin the address with http://.' },
  ERR_SSL_PACKET_LENGTH_TOO_LONG: { fault: 'it does not speak https', remedy: 'Begin the address with http://.' },
  DEPTH_ZERO_SELF_SIGNED_CERT: { fault: 'its certificate is its own', remedy: 'Name the certificate in NODE_EXTRA_CA_CERTS.' },
  SELF_SIGNED_CERT_IN_CHAIN: { fault: 'its certificate is not trusted', remedy: 'Name the authority in NODE_EXTRA_CA_CERTS.' },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: { fault: 'its certificate is not trusted', remedy: 'Name the authority in NODE_EXTRA_CA_CERTS.' },
  CERT_HAS_EXPIRED: { fault: 'its certificate has expired', remedy: 'The operator has to renew it.' },
  ERR_TLS_CERT_ALTNAME_INVALID: { fault: 'its certificate is for another host', remedy: 'Use the host that the certificate names.' },
} // biome-ignore format: a table

/** Asks an address once, without a key. */
export async function reach(address: string, signal: AbortSignal): Promise<Reached> {
  const begun = performance.now()
  try {
    const response = await fetch(address, {
      headers: { Accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    const body: unknown = await response.json().catch(() => undefined)
    const date = response.headers.get('date')
    return { body, ms: performance.now() - begun, date: date === null ? undefined : Date.parse(date) }
  } catch (error) {
    signal.throwIfAborted()
    const { cause, name } = error as { cause?: { code?: string; message?: string }; name?: string }
    const code = name === 'TimeoutError' ? 'ETIMEDOUT' : cause?.code
    return (
      FAULTS[code ?? ''] ?? {
        fault: code ?? cause?.message ?? 'it cannot be reached',
        remedy: 'Look at the address and the network.',
      }
    )
  }
}
