/** A page of a site, and what is pointed at on it: a text that is seen, by the value that it has. */
export interface PageOfSite {
  html: string
  /** What is clicked, in this order. */
  clicks: readonly string[]
  /** What the fields hold on this very page, in the order of the clicks. */
  holds: readonly unknown[]
}

/** A name as build tools throw it, another one for each page. */
const hashed = (word: string, page: number) => `${word}_${['x7Ab3', 'q2Zt9', 'kR4dW'][page]}`
const css = (page: number, place: number) => `css-${((page + 3) * 7919 * (place + 11)).toString(36)}`

const PRODUCTS = [
  {
    name: 'Storm lantern',
    price: '€1,089.50',
    stock: 'In stock',
    sku: 'ST-LAN',
    weight: '3 kg',
    maker: 'Acme',
  },
  {
    name: 'Deck lamp',
    price: '€39.90',
    stock: 'Back in June',
    sku: 'DE-LAM',
    weight: '900 g',
    maker: 'Bolt & Sons',
  },
  {
    name: 'Anchor light',
    price: '€149.00',
    stock: 'Sold out',
    sku: 'AN-LIG',
    weight: '12 kg',
    maker: 'Carver',
  },
]
const AMOUNTS = [1089.5, 39.9, 149]

/** Sites by how they are built: each gives its pages by their number. What surrounds the content differs from page to page. */
export const SITES: Readonly<Record<string, (page: number) => PageOfSite>> = {
  'microdata among generated classes': (page) => {
    const { name, price, stock, sku } = PRODUCTS[page]!
    return {
      html: shell(
        page,
        `<div class="${css(page, 1)}"><h1 class="${css(page, 2)}" itemprop="name">${name}</h1>
        <div class="${css(page, 3)}"><span class="${css(page, 4)}" itemprop="price">${price}</span></div>
        <p class="${css(page, 5)}"><link itemprop="availability" href="/x"><span>${stock}</span></p>
        <span itemprop="sku" class="${css(page, 6)}">${sku}</span></div>`,
      ),
      clicks: [name, price, sku],
      holds: [name, AMOUNTS[page], sku],
    }
  },
  'classes that end in a hash': (page) => {
    const { name, price, stock } = PRODUCTS[page]!
    return {
      html: shell(
        page,
        `<section class="${hashed('Product', page)}"><h1 class="${hashed('Product-title', page)} product-title">${name}</h1>
        <div class="${hashed('Buy', page)} buy-box"><b class="${hashed('Amount', page)} amount">${price}</b> <i class="${hashed('Stock', page)}" data-testid="stock-note">${stock}</i></div></section>`,
      ),
      clicks: [name, price, stock],
      holds: [name, AMOUNTS[page], stock],
    }
  },
  'terms and descriptions': (page) => {
    const { name, weight, maker } = PRODUCTS[page]!
    return {
      html: shell(
        page,
        `<article><h1>${name}</h1><dl class="facts"><dt>Maker</dt><dd class="maker">${maker}</dd><dt>Weight</dt><dd class="weight">${weight}</dd></dl></article>`,
      ),
      clicks: [name, maker],
      holds: [name, maker],
    }
  },
  'an article of elements that say what they are': (page) => ({
    html: shell(
      page,
      `<main><article><header><h1>Letter ${'ABC'[page]}</h1><address>By Ann ${'XYZ'[page]}</address><time datetime="2026-0${page + 1}-05T10:00:00Z">long ago</time></header><p>First words of ${'ABC'[page]} and more.</p></article></main>`,
    ),
    clicks: [`Letter ${'ABC'[page]}`, `By Ann ${'XYZ'[page]}`, 'long ago'],
    holds: [`Letter ${'ABC'[page]}`, `By Ann ${'XYZ'[page]}`, `2026-0${page + 1}-05T10:00:00Z`],
  }),
}

/** Sites whose pages list things: what is clicked of two of them, then more of one. `holds`: the rows. */
export const LISTS: Readonly<Record<string, (page: number) => PageOfSite>> = {
  'cards with names of their own': (page) => ({
    html: shell(
      page,
      `<nav><ul><li>Home</li><li>Shop</li></ul></nav><div class="results">${rowsOf(page)
        .map(
          ({ name, price, stock }) =>
            `<div class="product-card ${css(page, 9)}"><h3 class="product-name">${name}</h3><p><span class="product-price">${price}</span></p>${stock ? `<em class="stock-note">${stock}</em>` : ''}</div>`,
        )
        .join('')}</div>`,
    ),
    clicks: [rowsOf(page)[0]!.price, rowsOf(page)[1]!.price, rowsOf(page)[2]!.name, rowsOf(page)[0]!.stock],
    holds: rowsOf(page).map(({ amount, name, stock }) => [amount, name, ...(stock ? [stock] : [])]),
  }),
  'cards of utilities alone': (page) => ({
    html: shell(
      page,
      `<ul class="menu"><li><a href="/">Home</a></li><li><a href="/b">About</a></li></ul><main><ul class="grid grid-cols-3 gap-4">${rowsOf(
        page,
      )
        .map(
          ({ name, price }) =>
            `<li class="p-4 mt-2 rounded-lg"><a href="/${name}" class="text-lg"><h2 class="font-bold">${name}</h2></a><span class="text-sm">${price}</span></li>`,
        )
        .join('')}</ul></main>`,
    ),
    clicks: [rowsOf(page)[0]!.price, rowsOf(page)[2]!.price, rowsOf(page)[1]!.name],
    holds: rowsOf(page).map(({ amount, name }) => [amount, name]),
  }),
  'rows of a table': (page) => ({
    html: shell(
      page,
      `<table class="fares"><thead><tr><th>Route</th><th>Fare</th></tr></thead><tbody>${rowsOf(page)
        .map(({ name, price }) => `<tr><td>${name}</td><td>${price}</td></tr>`)
        .join('')}</tbody></table>`,
    ),
    clicks: [rowsOf(page)[0]!.name, rowsOf(page)[1]!.name, rowsOf(page)[2]!.price],
    holds: rowsOf(page).map(({ amount, name }) => [name, amount]),
  }),
}

/** As many things as the page's number says, and three. */
function rowsOf(page: number) {
  return Array.from({ length: 3 + page }, (_, place) => ({
    name: `Thing ${'ABCDEF'[place]} of ${'XYZ'[page]}`,
    price: `€${place + 1}${page}.50`,
    amount: Number(`${place + 1}${page}.5`),
    stock: place % 2 === 0 ? `note ${'ABCDEF'[place]}` : '',
  }))
}

function shell(page: number, body: string): string {
  const banner =
    page > 0
      ? `<div id="banner-${page}${page}${page}" class="promo-strip"><b>Sale ${page}</b><span>€9.99</span></div>`
      : ''
  const wrapped = page === 2 ? `<div class="ad-frame"><div>${body}</div></div>` : body
  return `<!doctype html><html lang="en"><head><title>Page ${page}</title></head><body><div id="root">${banner}${wrapped}</div><footer>${page} of them</footer></body></html>`
}
