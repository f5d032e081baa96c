import { chance, hex, type MadeSite, word, words } from './made-site.ts'

/** Pages of each site that are worth their price. */
export const HONEST = 40

const range = (count: number) => Array.from({ length: count }, (_, n) => n)
const slugs = range(HONEST).map((n) => `${word(`slug ${n}`)}-${word(`of ${n}`)}`)
export const honestPaths = slugs.map((slug) => `/a/${slug}`)

interface Page {
  title: string
  text: string
  links: readonly string[]
  canonical?: string
  /** Without the menu. */
  isBare?: boolean
}

function page({ title, text, links, canonical, isBare }: Page): string {
  const list = links.map(
    (link) =>
      `<li><a href="${link.replaceAll('&', '&amp;')}">${word(new URL(link, 'https://x').pathname)}</a></li>`,
  )
  const menu = isBare ? '' : '<nav><a href="/">Home</a> <a href="/about">About</a></nav>'
  const own = canonical ? `<link rel="canonical" href="${canonical}">` : ''
  return `<!doctype html><title>${title}</title>${own}<body>${menu}<main><h1>${title}</h1><p>${text}</p><ul>${list.join('')}</ul></main></body>`
}

const textOf = (slug: string) => words(`text of ${slug}`, 120)
const titleOf = (slug: string) => slug.replace('-', ' ')

/** A site of 40 articles, which lead to each other by a tree, and each to `more(slug)`; `trap` answers all else. */
function articles(
  more: (slug: string, url: URL) => readonly string[],
  trap: MadeSite,
  link = (path: string, _: URL) => path,
  place = (url: URL) => url,
): MadeSite {
  return (asked) => {
    const url = place(asked)
    if (url.pathname === '/')
      return page({
        title: 'Home',
        text: words('home', 60),
        links: [...honestPaths.slice(0, 8).map((path) => link(path, url)), ...more('home', url)],
      })
    if (url.pathname === '/about') return page({ title: 'About', text: words('about', 60), links: [] })
    const at = slugs.indexOf(url.pathname.slice(3))
    if (url.pathname.startsWith('/a/') && at >= 0) {
      const answer = trap(url)
      if (answer !== undefined) return answer
      const children = range(4).flatMap((n) => honestPaths[at * 4 + 8 + n] ?? [])
      const others = [honestPaths[(at + 7) % HONEST]!, ...children]
      const slug = slugs[at]!
      return page({
        title: titleOf(slug),
        text: textOf(slug),
        links: [...others.map((path) => link(path, url)), ...more(slug, url)],
      })
    }
    return trap(url)
  }
}

const [COLORS, SIZES, BRANDS] = [range(5), range(4), range(5)].map((list, n) =>
  list.map((at) => word(`facet ${n} ${at}`)),
) as [string[], string[], string[]]
const catalogue = (test: (n: number) => boolean) => honestPaths.filter((_, n) => test(n))

/** The 13 kinds of traps, each about 40 honest pages. Other words, addresses and texts are meant to do the same. */
export const PRICED_TRAPS: Readonly<Record<string, MadeSite>> = {
  'copies to print, to share and to log in for': articles(
    (slug) => [`/a/${slug}?print=1`, `/share?u=/a/${slug}`, `/login?next=/a/${slug}`],
    (url) => {
      if (url.pathname.startsWith('/a/')) {
        if (!url.search) return undefined
        const slug = url.pathname.slice(3)
        return page({ title: titleOf(slug), text: textOf(slug), links: [`/a/${slug}`], isBare: true })
      }
      const back = url.search.split('=')[1] ?? ''
      if (url.pathname === '/share')
        return page({ title: 'Share', text: `Send ${back} to a friend.`, links: [back] })
      if (url.pathname === '/login')
        return page({ title: 'Log in', text: 'Name and password.', links: [`/register?next=${back}`] })
      if (url.pathname === '/register')
        return page({
          title: 'Register',
          text: 'Choose a name and a password.',
          links: [`/login?next=${back}`],
        })
      return undefined
    },
  ),
  'copies that name their canonical address': articles(
    (slug) => [`/print/${slug}`, `/amp/${slug}`, `/a/${slug}?view=mobile`],
    (url) => {
      const slug = url.pathname.split('/')[2] ?? ''
      if (url.pathname.startsWith('/a/') && !url.search) return undefined
      const where = url.search ? 'mobile' : url.pathname.split('/')[1]
      return page({
        title: `${titleOf(slug)} (${where})`,
        text: `${where} version. ${textOf(slug)}`,
        links: [`/a/${slug}`],
        canonical: `/a/${slug}`,
        isBare: true,
      })
    },
  ),
  'missing pages that are answered as pages': articles(
    (slug) => range(8).map((n) => `/a/${word(`${slug} missing ${n}`)}`),
    (url) =>
      url.pathname.startsWith('/a/') && !slugs.includes(url.pathname.slice(3))
        ? page({ title: 'Not found', text: 'We could not find that page. Perhaps it was moved.', links: [] })
        : undefined,
  ),
  'missing pages that say which is missing': articles(
    (slug) => range(8).map((n) => `/docs/${word(`${slug} missing ${n}`)}`),
    (url) =>
      url.pathname.startsWith('/docs/')
        ? page({
            title: 'Page not found',
            text: `The page ${url.pathname.slice(6)} does not exist. Try the search.`,
            links: [],
          })
        : undefined,
  ),
  'facets of a shop': articles(
    () => ['/shop'],
    (url) => {
      if (url.pathname !== '/shop') return undefined
      const has = (name: string) => url.searchParams.get(name)
      const is = (n: number) =>
        (!has('color') || COLORS[n % 5] === has('color')) &&
        (!has('size') || SIZES[n % 4] === has('size')) &&
        (!has('brand') || BRANDS[Math.floor(n / 3) % 5] === has('brand'))
      const withFacet = (name: string, value: string) => {
        const query = new URLSearchParams(url.search)
        query.set(name, value)
        return `/shop?${query}`
      }
      const facets = Object.entries({
        color: COLORS,
        size: SIZES,
        brand: BRANDS,
        sort: ['price', 'name', 'new'],
      })
      return page({
        title: 'Shop',
        text: 'Our lamps.',
        links: [
          ...catalogue(is),
          ...facets.flatMap(([name, values]) => values.map((value) => withFacet(name, value))),
        ],
      })
    },
  ),
  'random pages without end': articles(
    () => ['/r/1'],
    (url) =>
      url.pathname.startsWith('/r/')
        ? page({
            title: word(url.href),
            text: words(url.href, 80),
            links: range(4).map((n) => `/r/${hex(url.href + n, 12)}`),
          })
        : undefined,
  ),
  'a calendar': articles(
    () => ['/events?month=2026-11'],
    (url) => {
      if (url.pathname !== '/events') return undefined
      const [year = 2026, month = 11] = (url.searchParams.get('month') ?? '2026-11').split('-').map(Number)
      const at = (by: number) => new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 7)
      const name = new Date(Date.UTC(year, month - 1, 1)).toLocaleString('en', {
        month: 'long',
        year: 'numeric',
        timeZone: 'UTC',
      })
      return page({
        title: name,
        text: `${name}. Nothing is planned. ${range(30)
          .map((n) => n + 1)
          .join(' ')}`,
        links: [at(-12), at(-1), at(1), at(12)].map((to) => `/events?month=${to}`),
      })
    },
  ),
  'sessions in addresses': articles(
    () => [],
    () => undefined,
    (path, url) => `${path}?zz=${hex(url.href + path, 20)}`,
  ),
  'hash routes of one page': articles(
    (slug) => range(3).map((n) => `/app#/${word(`${slug} ${n}`)}`),
    (url) =>
      url.pathname === '/app'
        ? page({
            title: 'App',
            text: 'This is the application. It shows what it shows.',
            links: range(5).map((n) => `/app#/${word(`${url.hash}${n}`)}`),
          })
        : undefined,
  ),
  'orders of a list': articles(
    () => ['/list'],
    (url) => {
      if (url.pathname !== '/list') return undefined
      const by = url.searchParams.get('sort') ?? 'name'
      const order = honestPaths.toSorted((a, b) => chance(a + by) - chance(b + by))
      if (url.searchParams.get('dir') === 'desc') order.reverse()
      const options = ['name', 'date', 'price', 'size'].flatMap((sort) =>
        ['asc', 'desc'].flatMap((dir) =>
          ['grid', 'rows', 'cards'].flatMap((view) =>
            [10, 20, 50].map((per) => `/list?sort=${sort}&dir=${dir}&view=${view}&per=${per}`),
          ),
        ),
      )
      return page({
        title: 'All',
        text: 'All that we have.',
        links: [...order, ...options.filter((_, n) => (n + by.length) % 5 === 0)],
      })
    },
  ),
  'where one came from': articles(
    () => [],
    () => undefined,
    (path, url) => `${path}?ref=${url.pathname.slice(3) || 'home'}`,
  ),
  'pages beyond the last': articles(
    () => ['/list?page=1'],
    (url) => {
      if (url.pathname !== '/list') return undefined
      const at = Number(url.searchParams.get('page'))
      const some = honestPaths.slice((at - 1) * 10, at * 10)
      return page({
        title: `List, page ${at}`,
        text: some.length > 0 ? 'Our articles.' : 'No articles here.',
        links: [...some, `/list?page=${at + 1}`, `/list?page=${at + 2}`],
      })
    },
  ),
  'other spellings of addresses': articles(
    (slug) => [`/A/${slug}`, `/a/${slug.toUpperCase()}`, `/a/${slug}/`, `//made.example/a//${slug}`],
    () => undefined,
    undefined,
    (url) =>
      new URL(
        url.pathname
          .toLowerCase()
          .replace(/\/+/g, '/')
          .replace(/(?<=.)\/$/, ''),
        url,
      ),
  ),
  'relative links without end': articles(
    () => ['/help/'],
    (url) =>
      url.pathname.startsWith('/help/')
        ? page({ title: 'Help', text: 'How to be helped, and by whom.', links: ['start/', 'more/', 'faq/'] })
        : undefined,
  ),
  'texts that differ by a word': articles(
    () => ['/tag/lamp'],
    (url) => {
      if (!url.pathname.startsWith('/tag/')) return undefined
      const tag = url.pathname.slice(5)
      return page({
        title: `Tag ${tag}`,
        text: `There is nothing under the tag ${tag} yet. Come back later, or look at these.`,
        links: range(6).map((n) => `/tag/${word(`${tag} ${n}`)}`),
      })
    },
  ),
}
