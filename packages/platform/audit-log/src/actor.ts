/** Who did something: a person who had signed in, a program with a key, the operator by a command, or the service by itself. */
export type Actor = `user:${string}` | `key:${string}` | `operator:${string}` | 'system'

/** The actor that a request's caller is. */
export function actorOf(caller: {
  apiKeyId?: string | null | undefined
  userId?: string | undefined
}): Actor {
  if (caller.apiKeyId) return `key:${caller.apiKeyId}`
  if (caller.userId) return `user:${caller.userId}`
  return 'system'
}
