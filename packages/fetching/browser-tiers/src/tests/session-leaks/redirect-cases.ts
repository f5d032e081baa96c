import type { SessionName } from './sessions.ts'

/** Where a session's values must not arrive, and how an attempt is led there. */
export interface RedirectCase {
  title: string
  session?: SessionName
  /** The status of a redirect, or what a page does. */
  by: 301 | 302 | 303 | 307 | 308 | 'meta' | 'refresh' | 'script' | 'form'
  /** The address without its path. `PORT` stands for the site's port. */
  to: string
  /** The host that the request then names. */
  host: string
  /** The values may arrive there after all: it is the session's own. */
  own?: boolean
  /** Tiers with a browser, or those without. */
  only?: 'browsers' | 'others'
}

const S = 'https://'

/** Tiers that follow redirects themselves try these with each. */
const BY_EVERY_STATUS = ([301, 302, 303, 307, 308] as const).flatMap((by): RedirectCase[] => {
  const only = 'others'
  return [
    { title: 'its parent', by, to: `${S}example.com:PORT`, host: 'example.com', only },
    { title: 'a sibling', by, to: `${S}shop.example.com:PORT`, host: 'shop.example.com', only },
    { title: 'a name like it', by, to: `${S}evilapp.example.com:PORT`, host: 'evilapp.example.com', only },
    { title: 'itself in clear', by, to: 'http://app.example.com:PORT', host: 'app.example.com', only },
  ]
})

export const REDIRECTS: RedirectCase[] = [
  ...BY_EVERY_STATUS,
  { title: 'another host', by: 301, to: `${S}evil.test:PORT`, host: 'evil.test' },
  { title: 'another host', by: 302, to: `${S}evil.test:PORT`, host: 'evil.test' },
  { title: 'another host', by: 303, to: `${S}evil.test:PORT`, host: 'evil.test' },
  { title: 'another host', by: 307, to: `${S}evil.test:PORT`, host: 'evil.test' },
  { title: 'another host', by: 308, to: `${S}evil.test:PORT`, host: 'evil.test' },
  { title: 'another host over http', by: 302, to: 'http://evil.test:PORT', host: 'evil.test' },
  { title: 'another host, without a scheme', by: 302, to: '//evil.test:PORT', host: 'evil.test' },
  { title: 'another host in upper case', by: 302, to: `HTTPS://EVIL.TEST:PORT`, host: 'evil.test' },
  {
    title: 'its name in front of a stranger’s',
    by: 302,
    to: `${S}app.example.com.evil.test:PORT`,
    host: 'app.example.com.evil.test',
  },
  {
    title: 'a name that ends like it',
    by: 302,
    to: `${S}evilapp.example.com:PORT`,
    host: 'evilapp.example.com',
  },
  { title: 'its name with a hyphen', by: 302, to: `${S}app-example.com:PORT`, host: 'app-example.com' },
  { title: 'its name without the dot', by: 302, to: `${S}appexample.com:PORT`, host: 'appexample.com' },
  {
    title: 'its name with one letter more',
    by: 302,
    to: `${S}app.example.com.co:PORT`,
    host: 'app.example.com.co',
  },
  { title: 'its name with one letter less', by: 302, to: `${S}app.example.co:PORT`, host: 'app.example.co' },
  { title: 'its parent domain', by: 308, to: `${S}example.com:PORT`, host: 'example.com' },
  { title: 'its neighbour', by: 307, to: `${S}shop.example.com:PORT`, host: 'shop.example.com' },
  {
    title: 'a neighbour’s subdomain of its name',
    by: 302,
    to: `${S}app.shop.example.com:PORT`,
    host: 'app.shop.example.com',
  },
  {
    title: 'its name with a dot at the end',
    by: 302,
    to: `${S}app.example.com.:PORT`,
    host: 'app.example.com.',
  },
  {
    title: 'a letter that looks the same',
    by: 302,
    to: `${S}xn--pp-6kc.example.com:PORT`,
    host: 'xn--pp-6kc.example.com',
  },
  { title: 'its name as a user', by: 302, to: `${S}app.example.com@evil.test:PORT`, host: 'evil.test' },
  {
    title: 'its name as a user with a password',
    by: 302,
    to: `${S}app.example.com:443@evil.test:PORT`,
    host: 'evil.test',
  },
  {
    title: 'its name behind a backslash',
    by: 302,
    to: `${S}evil.test:PORT\\@app.example.com`,
    host: 'evil.test',
  },
  {
    title: 'its name in front of an encoded dot',
    by: 302,
    to: `${S}app.example.com%2eevil.test:PORT`,
    host: 'app.example.com.evil.test',
  },
  {
    title: 'its name in front of an encoded ideographic dot',
    by: 302,
    to: `${S}app.example.com%e3%80%82evil.test:PORT`,
    host: 'app.example.com.evil.test',
  },
  {
    title: 'its name behind an encoded @',
    by: 302,
    to: `${S}app.example.com%40@evil.test:PORT`,
    host: 'evil.test',
  },
  { title: 'its address', by: 302, to: `${S}127.0.0.1:PORT`, host: '127.0.0.1' },
  { title: 'its address as one number', by: 302, to: `${S}2130706433:PORT`, host: '127.0.0.1' },
  { title: 'its address in hexadecimal', by: 302, to: `${S}0x7f.1:PORT`, host: '127.0.0.1' },
  { title: 'another name of its address', by: 302, to: `${S}alias.test:PORT`, host: 'alias.test' },
  { title: 'itself over http', by: 302, to: 'http://app.example.com:PORT', host: 'app.example.com' },
  {
    title: 'its subdomain over http',
    by: 307,
    to: 'http://a.app.example.com:PORT',
    host: 'a.app.example.com',
  },
  { title: 'another host, by a meta tag', by: 'meta', to: `${S}evil.test:PORT`, host: 'evil.test' },
  {
    title: 'itself over http, by a meta tag',
    by: 'meta',
    to: 'http://app.example.com:PORT',
    host: 'app.example.com',
  },
  {
    title: 'its neighbour, by a Refresh header',
    by: 'refresh',
    to: `${S}shop.example.com:PORT`,
    host: 'shop.example.com',
    only: 'browsers',
  },
  {
    title: 'another host, by a script',
    by: 'script',
    to: `${S}evil.test:PORT`,
    host: 'evil.test',
    only: 'browsers',
  },
  {
    title: 'another host, by a form',
    by: 'form',
    to: `${S}evil.test:PORT`,
    host: 'evil.test',
    only: 'browsers',
  },
  {
    title: 'another user of a shared domain',
    session: 'pages',
    by: 302,
    to: `${S}other.github.io:PORT`,
    host: 'other.github.io',
  },
  { title: 'a shared domain itself', session: 'pages', by: 302, to: `${S}github.io:PORT`, host: 'github.io' },
  {
    title: 'another company of its country',
    session: 'country',
    by: 302,
    to: `${S}other.co.uk:PORT`,
    host: 'other.co.uk',
  },
  {
    title: 'its parent domain in its country',
    session: 'country',
    by: 301,
    to: `${S}example.co.uk:PORT`,
    host: 'example.co.uk',
  },
  {
    title: 'another host of an unknown suffix',
    session: 'top',
    by: 302,
    to: `${S}other.unknown:PORT`,
    host: 'other.unknown',
  },
  {
    title: 'a host below a name of one label',
    session: 'intranet',
    by: 302,
    to: `${S}evil.intranet:PORT`,
    host: 'evil.intranet',
  },
  {
    title: 'a name that looks like below an address',
    session: 'address',
    by: 302,
    to: `${S}evil.127.0.0.1.test:PORT`,
    host: 'evil.127.0.0.1.test',
  },
  {
    title: 'another host from plain http',
    session: 'plain',
    by: 302,
    to: 'http://evil.test:PORT',
    host: 'evil.test',
  },
  {
    title: 'its parent domain from plain http',
    session: 'plain',
    by: 307,
    to: 'http://example.com:PORT',
    host: 'example.com',
  },
  { title: 'itself', by: 302, to: `${S}app.example.com:PORT`, host: 'app.example.com', own: true },
  {
    title: 'itself in upper case',
    by: 302,
    to: `${S}APP.EXAMPLE.COM:PORT`,
    host: 'app.example.com',
    own: true,
  },
  { title: 'its subdomain', by: 307, to: `${S}a.app.example.com:PORT`, host: 'a.app.example.com', own: true },
  {
    title: 'its name in front of a backslash',
    by: 302,
    to: `${S}app.example.com:PORT\\evil.test`,
    host: 'app.example.com',
    own: true,
  },
  {
    title: 'its https twin',
    session: 'plain',
    by: 301,
    to: `${S}app.example.com:PORT`,
    host: 'app.example.com',
    own: true,
  },
]
