/** What this client has to know of an operation to call it. */
export interface OperationFacts {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the API's root. The slashes of a `{+value}` stay. */
  path: string
  /** Who calls: nobody in particular, a key, or a person who has signed in. */
  auth: 'none' | 'key' | 'person'
  /** The names of its query, without those that its body has too. */
  query?: readonly string[]
  body?: 'json' | 'file'
  /** Whether it takes an `Idempotency-Key`. */
  takesKey?: true
  /** `response`: files, pages and texts, which are handed out unread. Default: JSON. */
  reply?: 'response' | 'events'
  accept?: string
  /** Values of the field `format` for which the answer is handed out unread as well. */
  textFormats?: readonly string[]
  /** Statuses that are no errors although they are no successes: 303, 304. */
  mayAnswer?: readonly number[]
}
