import { anonymous } from '../../api/client.ts'
import type { TokenReply } from '../../session/store.ts'

/**
 * Has the browser sign what the service asks, and signs in with it. `isOffered`: the browser offers passkeys where one fills in the address,
 * and waits until somebody takes one or `signal` is aborted. Throws when no passkey was used.
 */
export async function askPasskey({
  isOffered = false,
  signal,
}: {
  isOffered?: boolean
  signal?: AbortSignal
} = {}): Promise<TokenReply> {
  const options = await anonymous.auth.loginPasskeyOptions()
  const credential = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
      options as unknown as PublicKeyCredentialRequestOptionsJSON,
    ),
    ...(isOffered && { mediation: 'conditional' as const }),
    ...(signal && { signal }),
  })
  if (!(credential instanceof PublicKeyCredential)) throw new Error('no passkey was chosen')
  const shown = credential.toJSON()
  return await anonymous.auth.loginPasskey({ credential: shown as never })
}

/** Whether the browser can offer passkeys where the address is filled in. */
export async function canOffer(): Promise<boolean> {
  return (
    'PublicKeyCredential' in window &&
    ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)
  )
}
