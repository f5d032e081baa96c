import { z } from 'zod'
import { CodeOfFactor, GivenPassword } from '../fields/credentials.ts'
import { inPath, ownId } from '../fields/ids.ts'
import { Total } from '../fields/lists.ts'
import { GivenName } from '../fields/names.ts'
import { CreatedAt, time } from '../fields/times.ts'
import { Name } from './primitives.ts'

export const PasskeyProof = z.strictObject({ password: GivenPassword, code: CodeOfFactor })
export type PasskeyProof = z.infer<typeof PasskeyProof>

/** As WebAuthn level 3 writes them in JSON: `PublicKeyCredential.parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON` read it. */
export const PasskeyOptions = z.looseObject({
  challenge: z.string().describe('What the authenticator signs: base64url.'),
})

/** What `PublicKeyCredential.toJSON()` gives. The rest is judged by the library that verifies it. */
export const PasskeyCredential = z
  .looseObject({
    id: z.string().min(1).max(2_048).describe('Names the credential: base64url.'),
    rawId: z.string().max(2_048).describe('The same as `id`.'),
    type: z.literal('public-key').describe('The kind of credential.'),
    response: z
      .record(z.string().max(64), z.unknown())
      .describe('What the authenticator has signed, in base64url.'),
  })
  .describe('What `PublicKeyCredential.toJSON()` gives.')
export type PasskeyCredential = z.infer<typeof PasskeyCredential>

export const NewPasskey = z.strictObject({
  name: Name.default('Passkey').describe('What you call it: one line of at most 100 characters.'),
  credential: PasskeyCredential.describe('What `navigator.credentials.create()` gave, by its `toJSON()`.'),
})
export type NewPasskey = z.infer<typeof NewPasskey>

export const PasskeyUpdate = z.strictObject({
  name: Name.describe('What you call it: one line of at most 100 characters.'),
})
export type PasskeyUpdate = z.infer<typeof PasskeyUpdate>

export const PasskeyLogin = z.strictObject({
  credential: PasskeyCredential.describe('What `navigator.credentials.get()` gave, by its `toJSON()`.'),
})

export const Passkey = z
  .object({
    id: ownId('passkey_id'),
    name: GivenName,
    backed_up: z.boolean().describe('Whether other devices of its owner have it too.'),
    created_at: CreatedAt,
    last_used_at: time('When somebody signed in with it last; null: never.').nullable(),
  })
  .describe('A passkey by which its owner signs in.')
export type Passkey = z.infer<typeof Passkey>

export const PasskeyList = z.object({
  passkeys: z.array(Passkey).describe('The oldest first.'),
  total: Total,
})
export type PasskeyList = z.infer<typeof PasskeyList>

export const PasskeyParams = inPath('passkey_id').strict()
