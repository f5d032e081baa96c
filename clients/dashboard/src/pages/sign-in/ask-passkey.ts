import { anonymous } from '../../api/client.ts'
import type { TokenReply } from '../../session/store.ts'

/** Has the browser sign what the service asks, and signs in with it. Throws when no passkey was used. */
export async function askPasskey(): Promise<TokenReply> {
  const options = await anonymous.auth.loginPasskeyOptions()
  const credential = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
      options as unknown as PublicKeyCredentialRequestOptionsJSON,
    ),
  })
  if (!(credential instanceof PublicKeyCredential)) throw new Error('no passkey was chosen')
  const shown = credential.toJSON()
  return await anonymous.auth.loginPasskey({ credential: shown as never })
}
