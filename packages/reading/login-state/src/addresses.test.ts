import { describe, expect, test } from '@jest/globals'
import { endsLogin } from './addresses.ts'

describe('an address that ends a login', () => {
  test.each([
    '/logout',
    '/logout/',
    '/logout.php',
    '/users/sign_out',
    '/user/logout?token=abc123',
    '/index.php?title=Special:UserLogout&returnto=Main',
    '/?do=logout',
    '/wp-login.php?action=logout&_wpnonce=1f',
    '/?logout=1',
    '/customer/account/logoutSuccess/../logout/',
    '/my-account/customer-logout/',
    '/auth/realms/x/protocol/openid-connect/logout',
    '/connect/endsession',
    '/abmelden',
    '/compte/deconnexion',
    '/app#/logout',
    '/Account/LogOff',
    '/session/end',
    '/sessions/destroy?x=1',
  ])('is %s', (path) => expect(endsLogin(`https://harbour.example${path}`)).toBe(true))

  test.each([
    '/',
    '/blog/how-to-log-out-of-windows',
    '/blog/how-to-logout',
    '/login?next=/logout',
    '/login',
    '/catalogue/outdoor',
    '/logouts-explained',
    '/blog/outlook',
    '/sign-off-sheets',
    '/docs/session',
  ])('is not %s', (path) => expect(endsLogin(`https://harbour.example${path}`)).toBe(false))
})
