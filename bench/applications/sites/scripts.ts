import { servePage } from './serve-page.ts'
import type { Site } from './site.ts'

const ARTICLES = [
  {
    title: 'The ferry that waited',
    text: 'For eleven minutes the evening ferry stayed at the pier, because a wedding cake had not arrived.',
  },
  {
    title: 'Rain in the museum',
    text: 'The roof above the clock collection was known to leak; nobody had expected it to leak in time with the clocks.',
  },
  {
    title: 'A map without north',
    text: 'The cartographer signed every sheet, and left the arrow out on purpose.',
  },
]
const READING = {
  '/': {
    has: ['Harbour Gazette', ...ARTICLES.flatMap(({ title, text }) => [title, text])],
    lacks: ['Loading'],
  },
}
const FETCHED = `const load = () => new Promise(done => setTimeout(done, 400)).then(() => fetch('/articles.json')).then(r => r.json())`

/** A page that asks for its articles when it is there, in the libraries that such pages are written with. */
export const SCRIPTS: Site[] = [
  page(
    'vue',
    'vue@3.5.45',
    'vue/dist/vue.global.prod.js',
    `<div id="app"></div>`,
    `
    const { createApp } = Vue
    createApp({ data: () => ({ articles: null }), async mounted() { this.articles = await load() },
      template: '<main><h1>Harbour Gazette</h1><p v-if="!articles">Loading…</p><article v-for="a in articles"><h2>{{a.title}}</h2><p>{{a.text}}</p></article></main>' }).mount('#app')`,
  ),
  page(
    'react',
    ['react@18.3.1', 'react-dom@18.3.1'],
    ['react/umd/react.production.min.js', 'react-dom/umd/react-dom.production.min.js'],
    `<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>`,
    `
    const e = React.createElement
    function App() { const [articles, set] = React.useState(); React.useEffect(() => { load().then(set) }, [])
      return e('main', null, e('h1', null, 'Harbour Gazette'), articles ? articles.map(a => e('article', { key: a.title }, e('h2', null, a.title), e('p', null, a.text))) : e('p', null, 'Loading…')) }
    ReactDOM.createRoot(document.getElementById('root')).render(e(App))`,
  ),
  page(
    'alpine',
    'alpinejs@3.17.5',
    'alpinejs/dist/cdn.min.js',
    `<main x-data="{ articles: null }" x-init="articles = await load()"><h1>Harbour Gazette</h1><p x-show="!articles">Loading…</p><template x-for="a in articles"><article><h2 x-text="a.title"></h2><p x-text="a.text"></p></article></template></main>`,
    '',
    'defer',
  ),
  page(
    'mithril',
    'mithril@2.3.8',
    'mithril/mithril.min.js',
    `<div id="root"></div>`,
    `
    let articles; load().then(r => { articles = r; m.redraw() })
    m.mount(document.getElementById('root'), { view: () => m('main', m('h1', 'Harbour Gazette'), articles ? articles.map(a => m('article', m('h2', a.title), m('p', a.text))) : m('p', 'Loading…')) })`,
  ),
  page(
    'lit',
    'lit@3.3.3',
    [],
    `<harbour-gazette></harbour-gazette>`,
    `</script><script type="importmap">{"imports":{"lit":"/modules/lit/index.js","lit/":"/modules/lit/","@lit/reactive-element":"/modules/@lit/reactive-element/reactive-element.js","lit-html":"/modules/lit-html/lit-html.js","lit-html/is-server.js":"/modules/lit-html/is-server.js","lit-element/lit-element.js":"/modules/lit-element/lit-element.js"}}</script><script type="module">
    const { html, LitElement } = await import('/modules/lit/index.js')
    ${FETCHED}
    customElements.define('harbour-gazette', class extends LitElement {
      static properties = { articles: { state: true } }
      async connectedCallback() { super.connectedCallback(); this.articles = await load() }
      render() { return html\`<main><h1>Harbour Gazette</h1>\${this.articles ? this.articles.map(a => html\`<article><h2>\${a.title}</h2><p>\${a.text}</p></article>\`) : html\`<p>Loading…</p>\`}</main>\` }
    })`,
  ),
]

function page(
  name: string,
  npm: string | string[],
  files: string | string[],
  body: string,
  script: string,
  attribute = '',
): Site {
  return {
    name,
    npm: [npm].flat(),
    start(place) {
      const libraries = [files].flat().map((file) => `<script ${attribute} src="/modules/${file}"></script>`)
      const index = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbour Gazette</title></head><body>${body}
         ${libraries.join('')}<script>${FETCHED}\n${script}</script></body></html>`
      return servePage(place, {
        copies: { modules: '.' },
        files: { 'articles.json': JSON.stringify(ARTICLES), 'index.html': index },
      })
    },
    pages: READING,
  }
}
