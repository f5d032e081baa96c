/** Whether browsers send and keep cookies for TLS here: over TLS, and at the machine's own addresses. */
export function isTrustworthy({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || LOOPBACK.test(hostname)
}

/** Source: W3C Secure Contexts, section 3.1. A URL's hosts are in canonical form. */
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|\[::1\]|(?:.+\.)?localhost)$/
