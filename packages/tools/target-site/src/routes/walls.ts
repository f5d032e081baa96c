import type { RouteGroup } from '../route.ts'
import { page } from '../static-pages.ts'

/** Pages with status 200 that cover or replace their content. */
export function wallRoutes(): RouteGroup {
  return {
    title: 'Walls and banners',
    routes: [
      page('/cookie-banner', 'An article under a cookie banner that locks scrolling.'),
      page('/consent-wall', 'A consent page in place of the content.'),
      page('/paywall', 'The beginning of an article, and an offer.'),
      page('/login-wall', 'A login in place of the content.'),
      page('/parked', 'A domain that is for sale.'),
    ],
  }
}
