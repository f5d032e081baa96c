import { cookiesOfHost } from '@gleaner/cookie-rules'
import { HOSTS } from '../state-site.ts'
import { type PersistentState, text } from './persistent-state.ts'

const EMULATED = () => ({
  agent: /Android/.test(navigator.userAgent),
  language: navigator.language,
  zone: new Date(2026, 0, 1).getTimezoneOffset(),
  formats: Intl.DateTimeFormat().resolvedOptions().locale,
  touch: navigator.maxTouchPoints > 0,
  narrow: screen.width < 1000,
  coarse: matchMedia('(pointer: coarse)').matches,
})

const WITH_CLICK: PersistentState['first'] = {
  browser: {
    removeCookieBanners: false,
    actions: [
      { type: 'click', selector: '#button' },
      { type: 'wait', ms: 300 },
    ],
  },
}
const PROMPTED = Object.fromEntries(
  ['notifications', 'geolocation', 'camera', 'clipboard-read', 'persistent-storage', 'midi'].map((name) => [
    name,
    'prompt',
  ]),
)

const JAPANESE = { language: 'ja-JP', zone: -540, formats: 'ja-JP' }
const AMERICAN = { language: 'en-US', zone: 300, formats: 'en-US' }
const PHONE = { agent: true, touch: true, narrow: true, coarse: true }
const DESKTOP = { agent: false, touch: false, narrow: false, coarse: false }

/** What callers ask of a visit, and the state that it leaves. */
export const VISITS: PersistentState[] = [
  {
    name: 'emulated languages and clocks',
    first: { country: 'JP', browser: { removeCookieBanners: false } },
    look: EMULATED,
    kept: { ...JAPANESE, ...DESKTOP },
    gone: { ...AMERICAN, ...DESKTOP },
    context: 'wiped',
  },
  {
    name: 'phones, and their languages and clocks',
    first: { country: 'JP', browser: { removeCookieBanners: false, mobile: true } },
    second: { browser: { removeCookieBanners: false, mobile: true } },
    look: EMULATED,
    kept: { ...JAPANESE, ...PHONE },
    gone: { ...AMERICAN, ...PHONE },
    context: 'wiped',
  },
  {
    name: 'the phone that a browser is',
    first: { country: 'JP', browser: { removeCookieBanners: false, mobile: true } },
    look: EMULATED,
    kept: { ...JAPANESE, ...PHONE },
    gone: { ...AMERICAN, ...DESKTOP },
    context: 'closed',
  },
  {
    name: 'kinds and hosts that were not loaded',
    first: { browser: { removeCookieBanners: false, blockImages: true, blockAds: true } },
    look: async () => {
      const picture = new Promise((resolve) => {
        const image = new Image()
        image.onload = () => resolve(true)
        image.onerror = () => resolve(false)
        image.src = '/picture'
      })
      return await picture
    },
    kept: false,
    gone: true,
    context: 'wiped',
    serve: {
      '/picture': ({ response }) =>
        text(response, '<svg xmlns="http://www.w3.org/2000/svg"/>', { 'content-type': 'image/svg+xml' }),
    },
  },
  {
    name: "a caller's headers",
    first: { headers: { 'x-boat': 'ann' } },
    look: async () => (await (await fetch('/headers')).json())['x-boat'] ?? null,
    kept: 'ann',
    gone: null,
    context: 'closed',
    serve: { '/headers': ({ request, response }) => text(response, JSON.stringify(request.headers)) },
  },
  {
    name: "a caller's Authorization header",
    first: { headers: { authorization: `Basic ${btoa('ann:secret')}` } },
    look: async () => (await (await fetch('/headers')).json()).authorization ?? null,
    kept: `Basic ${btoa('ann:secret')}`,
    gone: null,
    context: 'closed',
    serve: { '/headers': ({ request, response }) => text(response, JSON.stringify(request.headers)) },
  },
  {
    name: "a caller's cookies",
    first: { cookies: cookiesOfHost(HOSTS[0], { session: 'ann' }) },
    look: async () => (await (await fetch('/headers')).json()).cookie ?? null,
    kept: 'session=ann',
    gone: null,
    context: 'closed',
    serve: { '/headers': ({ request, response }) => text(response, JSON.stringify(request.headers)) },
  },
  {
    name: 'a script that logged in by a header of its own, on a connection',
    leave: () => fetch('/token', { headers: { authorization: 'Negotiate YQ==' } }),
    look: async () => (await fetch('/token')).text(),
    kept: 'ann',
    gone: 'nobody',
    context: 'closed',
    serve: {
      '/token': ({ request, response, memory }) => {
        if (request.headers.authorization) memory.set('user', 'ann')
        text(response, memory.get('user') ?? 'nobody')
      },
    },
  },
  {
    name: 'permissions',
    leave: () => Promise.race([Notification.requestPermission(), new Promise((r) => setTimeout(r, 300))]),
    look: async () =>
      Object.fromEntries(
        await Promise.all(
          ['notifications', 'geolocation', 'camera', 'clipboard-read', 'persistent-storage', 'midi'].map(
            async (name) => [
              name,
              (await navigator.permissions.query({ name } as PermissionDescriptor)).state,
            ],
          ),
        ),
      ),
    kept: PROMPTED,
    gone: PROMPTED,
    context: 'wiped',
  },
  {
    name: 'the clipboard, which all windows of a browser share',
    first: WITH_CLICK,
    second: WITH_CLICK,
    leave: () => void document.body.setAttribute('data-text', 'ann'),
    look: () => {
      const button = document.createElement('button')
      button.id = 'button'
      button.textContent = 'Copy and paste'
      button.onclick = async () => {
        const own = document.body.getAttribute('data-text')
        if (own) await navigator.clipboard.writeText(own)
        const area = document.createElement('textarea')
        document.body.append(area)
        area.focus()
        const isPasted = document.execCommand('paste')
        const read = await navigator.clipboard.readText().catch((error: Error) => error.name)
        document.getElementById('done')!.textContent = JSON.stringify([isPasted, area.value, read])
      }
      document.body.prepend(button)
    },
    // It can be written, but no page may read it, not even the one that wrote it.
    kept: [false, '', 'NotAllowedError'],
    gone: [false, '', 'NotAllowedError'],
    context: 'closed',
  },
  {
    name: 'windows that a page opens',
    look: () => window.open('/look', 'boats') === null,
    // Without a click there are none.
    kept: true,
    gone: true,
    context: 'wiped',
  },
]
