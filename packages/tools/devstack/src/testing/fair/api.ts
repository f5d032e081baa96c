/** Asks the API as one account; resolves with the reply. */
export interface Api {
  (method: string, path: string, body?: object): Promise<Answer>
  base: string
  key: string
}

export interface Answer {
  /** 0: there was none. */
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: replies are judged field by field
  body: any
}

export function apiOf(base: string, key: string): Api {
  const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
    const reply = await fetch(`${base}${path}`, {
      method,
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => undefined)
    return { status: reply?.status ?? 0, body: await reply?.json().catch(() => undefined) }
  }
  return Object.assign(ask, { base, key })
}

export function expectStatus({ status, body }: Answer, ...wanted: number[]): void {
  if (!wanted.includes(status)) throw new Error(`${status}: ${JSON.stringify(body)?.slice(0, 500)}`)
}
