import { sendJson } from '../respond.ts'
import { numberOf, type RouteGroup } from '../route.ts'
import { page } from '../static-pages.ts'

const ITEMS = {
  title: 'Lost and found at the ferry',
  introduction: 'What was left on board last week. Ask for the mate; he keeps the key to the chest.',
  items: [
    { name: 'One glove', note: 'left hand, red wool, found under bench four' },
    { name: 'A cello', note: 'in its case, with sandwiches' },
    { name: 'Three umbrellas', note: 'all of them black' },
    { name: 'A set of keys', note: 'the tag says boathouse, and nothing else' },
  ],
}
const NOTICES_PER_PAGE = 5
const NOTICE_PAGES = 6

/** Pages that are nothing, or not everything, before their scripts have run. */
export function scriptRoutes(): RouteGroup {
  return {
    title: 'Pages made by scripts',
    routes: [
      page('/spa', 'An application that is empty until its script has fetched <code>/api/items</code>.'),
      page('/next', 'Rendered by a server, with its data in <code>__NEXT_DATA__</code>.'),
      page('/xhr', 'One number is fetched after the page has loaded.'),
      page('/lazy', 'Sections that appear when they are scrolled to.'),
      page('/infinite', 'A list that grows while you scroll.'),
      page('/shadow', 'Text inside shadow roots.'),
      page('/iframe', 'Text inside frames.'),
      {
        path: '/api/items',
        about: 'What the application fetches.',
        handle: ({ response }) => sendJson(response, ITEMS),
      },
      {
        path: '/api/level',
        about: 'What the gauge page fetches.',
        handle: ({ response }) => sendJson(response, { level_m: 3.42, measured_at: '2026-05-04T05:30:00Z' }),
      },
      {
        path: '/api/notices',
        about: 'One page of the growing list.',
        handle: ({ response, url }) => {
          const first = numberOf(url, 'page', 0, NOTICE_PAGES) * NOTICES_PER_PAGE
          const count = first < NOTICE_PAGES * NOTICES_PER_PAGE ? NOTICES_PER_PAGE : 0
          const notices = Array.from(
            { length: count },
            (_, index) => `Notice ${first + index + 1}: mind the step.`,
          )
          sendJson(response, { notices })
        },
      },
    ],
  }
}
