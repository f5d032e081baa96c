import { randomUUID } from 'node:crypto'
import { Gleaner } from '@gleaner/sdk'
import type { Service } from './connect.ts'

/** Somebody who has just opened an account, with the limits of a free one. */
export async function openAccount({
  url,
}: Pick<Service, 'url'>): Promise<{ person: Gleaner; key: string; keyId: string }> {
  const stranger = new Gleaner({ baseUrl: url })
  const email = `${randomUUID()}@agents.example`
  const { access_token } = (await stranger.auth.register({ email, password: randomUUID() })) as {
    access_token: string
  }
  const person = new Gleaner({ baseUrl: url, accessToken: access_token })
  const made = await person.keys.create({ name: 'An agent' })
  return { person, key: made.key!, keyId: made.id }
}
