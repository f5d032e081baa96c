import { misuse } from '../failure.ts'

const API_ROOT = /\/api\/v1\/?$/
const THIS_MACHINE = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/]|$)/i

/** The address of a server as it is stored and compared: `scrape.example.com` is https, this machine http. Throws for what is none. */
export function readAddress(text: string): string {
  const trimmed = text.trim()
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)
    ? trimmed
    : `${THIS_MACHINE.test(trimmed) ? 'http' : 'https'}://${trimmed}`
  const url = URL.canParse(whole) ? new URL(whole) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || !url.hostname)
    throw misuse(`"${text}" is no address of a server.`, 'It looks like https://scrape.example.com.')
  return url.origin + url.pathname.replace(API_ROOT, '').replace(/\/+$/, '')
}
