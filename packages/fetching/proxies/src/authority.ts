import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Queryable } from '@gleaner/db'
import type { SecretBox } from '@gleaner/security/secret-box'
import { makeAuthority } from '@gleaner/security/x509/authority'

/** What the authority's private key is bound to where it is sealed. */
export const PROXY_AUTHORITY_CONTEXT = 'proxy-authority'

/** Whose certificates clients of the proxy port trust. */
export interface ProxyAuthority {
  /** PEM. */
  certificate: string
  privateKey: KeyObject
}

/** The deployment's authority, made by whichever process asks first. `name` is what machines show that trust it. */
export async function openProxyAuthority(
  db: Queryable,
  secretBox: SecretBox,
  name: string,
): Promise<ProxyAuthority> {
  const known = await read(db, secretBox)
  if (known) return known
  const { certificate, key } = await makeAuthority(name)
  await db.query(
    'INSERT INTO proxy_authority (certificate, private_key) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [certificate, Buffer.from(secretBox.seal(key, PROXY_AUTHORITY_CONTEXT))],
  )
  return (await read(db, secretBox))!
}

async function read(db: Queryable, secretBox: SecretBox): Promise<ProxyAuthority | undefined> {
  const { rows } = await db.query<{ certificate: string; private_key: Buffer }>(
    'SELECT certificate, private_key FROM proxy_authority',
  )
  const [row] = rows
  return (
    row && {
      certificate: row.certificate,
      privateKey: createPrivateKey(secretBox.open(row.private_key, PROXY_AUTHORITY_CONTEXT)),
    }
  )
}
