import { html, type MadeSite, template, word, words } from './made-site.ts'

const range = (count: number) => Array.from({ length: count }, (_, n) => n)

/** A site with the paths, or parts of paths, of all its pages that a crawl has to find. */
export interface HonestSite {
  site: MadeSite
  paths: readonly string[]
}

const classes = range(30).map((n) => `${word(`class ${n}`)}${n % 3 === 0 ? n : ''}`)
const methodsOf = (name: string) => range(8).map((n) => word(`${name} method ${n}`))
const NOT_FOUND = html('Not found', 'There is no such page. Try the search.', ['/search'])

/** API documentation, whose pages differ by a few names. `missing`: what is said to addresses of no page. */
function documentation(missing?: string): HonestSite {
  const pages = classes.flatMap((name) => [
    `/api/${name}`,
    ...methodsOf(name).map((method) => `/api/${name}/${method}`),
  ])
  return {
    paths: pages,
    site: ({ pathname }) => {
      if (pathname === '/')
        return html(
          'API',
          words('api', 60),
          classes.map((name) => `/api/${name}`),
        )
      if (!pages.includes(pathname)) return missing
      const [name = '', method] = pathname.split('/').slice(2)
      if (method === undefined)
        return template(
          `Class ${name}`,
          `The class ${name} inherits from Object. It is thread safe. See its methods below.`,
          methodsOf(name).map((of) => `/api/${name}/${of}`),
        )
      return template(
        `${name}.${method}`,
        `Method ${method} of class ${name}. Returns a value. Throws an Error when called without arguments. Since version 1.0. It is thread safe.`,
        [`/api/${name}`],
      )
    },
  }
}

/** A shop in which each article has variants that differ by a colour, a price and a number of pieces. */
function variants(): HonestSite {
  const colours = range(6).map((n) => word(`colour ${n}`))
  const articles = range(40).map((n) => `/p/${word(`article ${n}`)}-${word(`lamp ${n}`)}`)
  return {
    paths: articles.flatMap((path) => [path, ...colours.map((colour) => `${path}?colour=${colour}`)]),
    site: ({ pathname, searchParams }) => {
      if (pathname === '/') return html('Shop', words('shop', 60), articles)
      const at = articles.indexOf(pathname)
      if (at < 0) return undefined
      const colour = searchParams.get('colour') ?? colours[at % 6]!
      if (!colours.includes(colour)) return undefined
      return template(
        `${pathname.slice(3)} in ${colour}`,
        `${words(pathname, 40)}. Colour: ${colour}. Price: ${20 + at}.${colours.indexOf(colour)}9. Pieces: ${at * 7 + colours.indexOf(colour)}.`,
        [...colours.map((other) => `${pathname}?colour=${other}`), articles[(at + 1) % 40]!],
      )
    },
  }
}

/** A list of records in pages of ten, all of which is text. `last`: what is said beyond the last page. */
function lists(last: (page: number) => string | undefined): HonestSite {
  const pages = range(40).map((n) => `/records?page=${n + 1}`)
  return {
    paths: pages,
    site: ({ pathname, searchParams }) => {
      if (pathname === '/') return html('Records', words('records', 60), ['/records?page=1'])
      if (pathname !== '/records') return undefined
      const at = Number(searchParams.get('page'))
      if (!(at >= 1 && at <= 40)) return last(at)
      const rows = range(10).map(
        (n) => `Record ${at * 10 + n}: ${words(`record ${at} ${n}`, 5)}, paid, ${n * 3}.00.`,
      )
      return template(
        `Records, page ${at}`,
        rows.join(' '),
        [at - 1, at + 1, at + 10, 40].filter((to) => to >= 1 && to <= 40).map((to) => `/records?page=${to}`),
      )
    },
  }
}

/** A blog whose articles are found by its tags alone, each of which shows many that another one has shown. */
function tags(): HonestSite {
  const names = range(40).map((n) => word(`tag ${n}`))
  const posts = range(120).map((n) => `/post/${word(`post ${n}`)}-${word(`title ${n}`)}`)
  return {
    paths: posts,
    site: ({ pathname, searchParams }) => {
      if (pathname === '/') return html('Blog', words('blog', 60), [`/blog?tag=${names[0]}`])
      if (pathname === '/blog') {
        const at = names.indexOf(searchParams.get('tag') ?? '')
        if (at < 0) return template('Blog', 'Nothing here.', [])
        const shown = posts.filter((_, n) => n % 40 === at || n % 7 === at % 7)
        return template(`Tag ${names[at]}`, 'Articles with this tag.', [
          ...shown,
          `/blog?tag=${names[(at + 1) % 40]}`,
          `/blog?tag=${names[(at + 2) % 40]}`,
        ])
      }
      return posts.includes(pathname) ? html(pathname, words(pathname, 80), []) : undefined
    },
  }
}

/** Things by number, of which many are gone, which their site says with a page. */
function gone(): HonestSite {
  const isThere = (id: number) => id > 6 && id % 3 === 0 && id < 300
  return {
    paths: range(300)
      .filter(isThere)
      .map((id) => `/item?id=${id}`),
    site: ({ pathname, searchParams }) => {
      if (pathname === '/')
        return html(
          'Items',
          words('items', 60),
          range(300).map((id) => `/item?id=${id}`),
        )
      const id = Number(searchParams.get('id'))
      if (pathname !== '/item') return undefined
      return isThere(id) ? html(`Item ${id}`, words(`item ${id}`, 60), []) : NOT_FOUND
    },
  }
}

/** Two versions of one documentation, the older of which has pages of its own. */
function versions(): HonestSite {
  const names = range(40).map((n) => word(`guide ${n}`))
  const olds = range(10).map((n) => word(`old ${n}`))
  const paths = [...names.map((name) => `/latest/${name}`), ...olds.map((name) => `/v1/${name}`)]
  return {
    paths,
    site: ({ pathname }) => {
      const [version = '', name = ''] = pathname.split('/').slice(1)
      if (pathname === '/')
        return html('Guides', words('guides', 60), [
          ...names.map((of) => `/latest/${of}`),
          ...olds.map((of) => `/v1/${of}`),
        ])
      return (version === 'latest' && names.includes(name)) || (version === 'v1' && olds.includes(name))
        ? html(`${name} (${version})`, words(name, 80), [])
        : undefined
    },
  }
}

export const HONEST_SITES: Readonly<Record<string, HonestSite>> = {
  'documentation of an API': documentation(),
  'documentation of an API, whose site has a page for every address': documentation(NOT_FOUND),
  'a shop with variants': variants(),
  'a list in pages': lists(() => undefined),
  'a list in pages, which goes on empty': lists((page) =>
    template(`Records, page ${page}`, 'No records.', [`/records?page=${page - 1}`]),
  ),
  'a blog with tags': tags(),
  'things of which many are gone': gone(),
  'guides in two versions': versions(),
}
