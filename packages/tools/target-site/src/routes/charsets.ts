import { encodeText } from '../make/encode-text.ts'
import { send } from '../respond.ts'
import type { Route, RouteGroup } from '../route.ts'

interface CharsetPage {
  language: string
  title: string
  text: string
  /** Charset of the header; null: none, so that only the page itself declares it. */
  header: string | null
  /** What a meta tag says. */
  meta?: string
  encode: (html: string) => Buffer
}

const FRENCH = {
  language: 'fr',
  title: 'La criée du matin',
  text: 'À six heures, les pêcheurs déchargent le maquereau et la dorade. Le café du quai est déjà ouvert, et l’on y parle du vent.',
}
const LATIN = { ...FRENCH, text: FRENCH.text.replace('’', "'") }
const RUSSIAN = {
  language: 'ru',
  title: 'Утро в гавани',
  text: 'В шесть часов рыбаки выгружают скумбрию и камбалу. Кафе на набережной уже открыто, и там говорят о ветре.',
}
const JAPANESE = {
  language: 'ja',
  title: '港の朝',
  text: '六時になると漁師たちが魚をおろす。岸の喫茶店はもう開いていて、みんな風の話をしている。',
}
const CHINESE = {
  language: 'zh-CN',
  title: '港口的早晨',
  text: '六点钟，渔民们开始卸鱼。码头上的咖啡馆已经开门，大家都在谈论风。',
}
const TAIWANESE = {
  language: 'zh-TW',
  title: '港口的早晨',
  text: '六點鐘，漁民們開始卸魚。碼頭上的咖啡館已經開門，大家都在談論風。',
}
const KOREAN = {
  language: 'ko',
  title: '항구의 아침',
  text: '여섯 시가 되면 어부들이 고기를 내린다. 부두의 찻집은 벌써 문을 열었고 모두 바람 이야기를 한다.',
}
const as = (charset: string) => (html: string) => encodeText(html, charset)
const utf8 = (html: string) => Buffer.from(html)

const PAGES: Record<string, CharsetPage> = {
  'utf-8-bom': { ...FRENCH, header: null, encode: (html) => utf8(`\ufeff${html}`) },
  'iso-8859-1': { ...LATIN, header: 'iso-8859-1', encode: as('iso-8859-1') },
  'windows-1251': { ...RUSSIAN, header: 'windows-1251', encode: as('windows-1251') },
  shift_jis: { ...JAPANESE, header: 'Shift_JIS', encode: as('shift_jis') },
  gb18030: { ...CHINESE, header: 'gb18030', encode: as('gb18030') },
  'euc-kr': { ...KOREAN, header: 'euc-kr', encode: as('euc-kr') },
  big5: { ...TAIWANESE, header: 'big5', encode: as('big5') },
  'utf-16le': { ...FRENCH, header: null, encode: as('utf-16le') },
  meta: { ...RUSSIAN, header: null, meta: 'windows-1251', encode: as('windows-1251') },
  none: { ...FRENCH, header: null, encode: utf8 },
}

/** The text that `/charset/<name>` holds, once it is decoded rightly. */
export const CHARSET_TEXTS = Object.fromEntries(Object.entries(PAGES).map(([name, { text }]) => [name, text]))

/** Pages in many character sets, declared by header, byte order mark, meta tag or not at all. */
export function charsetRoutes(): RouteGroup {
  return {
    title: 'Character sets',
    routes: Object.entries(PAGES).map(([name, page]) => charsetRoute(name, page)),
  }
}

function charsetRoute(name: string, { language, title, text, header, meta, encode }: CharsetPage): Route {
  const metaTag = meta ? `<meta charset="${meta}">` : ''
  const html = `<!doctype html>
<html lang="${language}"><head>${metaTag}<title>${title}</title></head>
<body><main><h1>${title}</h1><p>${text}</p></main></body></html>`
  let body: Buffer | undefined
  return {
    path: `/charset/${name}`,
    about: `A page in <code>${name}</code>.`,
    handle: ({ response }) => {
      body ??= encode(html)
      send(response, 200, { 'content-type': header ? `text/html; charset=${header}` : 'text/html' }, body)
    },
  }
}
