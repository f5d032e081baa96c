import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { SaidError } from '../../api/message-of.ts'
import * as words from '../../words/index.ts'

export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in window

/** Has the browser make a passkey, and stores it. Throws what to tell when it makes none. */
export async function makePasskey(
  name: string,
  proof: { password: string; code?: string },
): Promise<Schemas['Passkey']> {
  const options = await gleaner().auth.passkeyOptions(proof)
  const credential = await create(options as unknown as PublicKeyCredentialCreationOptionsJSON)
  return await gleaner().auth.addPasskey({ name, credential: credential.toJSON() as never })
}

async function create(options: PublicKeyCredentialCreationOptionsJSON): Promise<PublicKeyCredential> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const made = await navigator.credentials.create({ publicKey }).catch(() => undefined)
  if (!(made instanceof PublicKeyCredential)) throw new SaidError(words.account.passkeys.refused)
  return made
}
