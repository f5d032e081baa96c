import { randomUUID } from 'node:crypto'
import { Gleaner } from '@gleaner/sdk'
import type { Service } from './connect.ts'

/** Somebody who has an account with the limits of a free one. */
export interface Visitor {
  person: Gleaner
  /** A key of theirs that nobody else has. */
  newKey(): Promise<{ key: string; id: string }>
}

/** Opens an account. One address may open few of them in an hour. */
export async function openAccount({ url }: Pick<Service, 'url'>): Promise<Visitor> {
  const stranger = new Gleaner({ baseUrl: url })
  const email = `${randomUUID()}@agents.example`
  const { access_token } = (await stranger.auth.register({ email, password: randomUUID() })) as {
    access_token: string
  }
  const person = new Gleaner({ baseUrl: url, accessToken: access_token })
  return {
    person,
    async newKey() {
      const { key, id } = await person.keys.create({ name: `An agent ${randomUUID()}` })
      return { key: key!, id }
    },
  }
}
