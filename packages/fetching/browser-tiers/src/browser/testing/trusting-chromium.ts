import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHROMIUM } from './chromium-path.ts'

/** Chromium that accepts a site's certificate as if a real authority had issued it. */
export interface TrustingChromium {
  /** Of the program, to be run in the place of Chromium. */
  path: string
  remove(): Promise<void>
}

/** `cert`: the site's, as PEM. `keepsLogins`: it logs in by itself, as Chromium does by default. */
export async function createTrustingChromium(
  cert: string,
  { keepsLogins = false } = {},
): Promise<TrustingChromium> {
  const folder = await mkdtemp(join(tmpdir(), `gleaner-trusting-${randomBytes(4).toString('hex')}-`))
  const path = join(folder, 'chromium')
  const real = CHROMIUM === '/usr/bin/chromium' ? '/usr/lib/chromium/chromium' : CHROMIUM
  const script = `#!/bin/sh
for switch; do
  shift
  case $switch in --disable-features=*) switch=$switch,CompressionDictionaryTransportRequireKnownRootCert ;; esac
  ${keepsLogins ? `case $switch in --user-data-dir=*) rm -f "\${switch#*=}/Local State" ;; esac` : ''}
  set -- "$@" "$switch"
done
exec ${real} --ignore-certificate-errors-spki-list=${publicKeyHash(cert)} --short-reporting-delay "$@"
`
  // Browsers run as a user of their own.
  await chmod(folder, 0o755)
  await writeFile(path, script, { mode: 0o755 })
  return { path, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Base64 SHA-256 of a certificate's public key. */
function publicKeyHash(cert: string): string {
  const key = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(key).digest('base64')
}
