import type { AnsweredPage } from '../signs.ts'

export const ADDRESS = 'https://app.example/reports/7'

export function page(body: string | Uint8Array, more: Partial<AnsweredPage> = {}): AnsweredPage {
  return {
    requestedUrl: ADDRESS,
    finalUrl: ADDRESS,
    redirectChain: [],
    status: 200,
    contentType: 'text/html; charset=utf-8',
    body: typeof body === 'string' ? Buffer.from(body) : body,
    ...more,
  }
}
