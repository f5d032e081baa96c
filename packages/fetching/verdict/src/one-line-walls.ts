import type { BlockRule } from './block-rule.ts'
import type { PageFeatures } from './page-features.ts'

/** Longest text, in characters, of a page that says one thing. */
const MAX_TEXT = 90

type Row = BlockRule & { says: RegExp }

/** What the whole text of a page is, without the marks at its end. Source: the replies of servers' own rules and of small frameworks. */
const ROWS: readonly Row[] = [
  {
    id: 'one-line-refusal',
    by: 'unknown',
    wall: 'refusal',
    detail: 'The site refuses this visitor',
    says: /^(?:error )?(?:40[13] )?(?:access )?(?:forbidden|blocked|denied|refused|not allowed|not permitted|unauthori[sz]ed|go away|no (?:bots|robots|scrapers|crawlers)(?: allowed| please)?|(?:ro)?bots? (?:detected|denied|not allowed)|unusual (?:traffic|activity)(?: detected)?|your request (?:looks|seems) automated|automated (?:access|requests?) (?:denied|detected|not allowed)|error 10(?:0[569]|1[0-9]|20)|gesperrt|verboten|interdit|prohibido|proibido|vietato|запрещено|заблокировано|禁止访问|アクセス禁止|접근 금지)$/iu,
  },
  {
    id: 'one-line-check',
    by: 'unknown',
    wall: 'challenge',
    detail: 'The site checks for bots',
    says: /^(?:please )?(?:(?:enable|turn on|activate|allow) (?:cookies|javascript|js)(?: and (?:cookies|javascript))?|turn javascript on|verify(?: you are human| yourself)?|cookies (?:are|must be) (?:required|enabled)|bitte (?:cookies|javascript) aktivieren|veuillez activer (?:les cookies|javascript)|(?:active|habilite) (?:las )?(?:cookies|javascript)|включите (?:cookies|javascript|куки)|请(?:启用|开启) ?(?:cookies?|javascript))(?: (?:and|then) (?:reload|refresh|try)[\w ]{0,30}| to (?:continue|proceed|view this page))?$/iu,
  },
  {
    id: 'one-line-login',
    by: 'login',
    wall: 'login',
    detail: 'The site wants a login',
    says: /^(?:(?:your )?session (?:has )?(?:expired|timed out)[.!,]? ?)?(?:(?:please )?(?:log|sign) ?in(?: again)?(?: to (?:continue|proceed|view[\w ]{0,20}|access[\w ]{0,20}))?|(?:login|log-in|sign-in|authentication|authorization) (?:is )?(?:required|needed)|you (?:must|need to|have to) (?:be (?:logged|signed) in|(?:log|sign) in)[\w ]{0,40}|bitte (?:melden sie sich an|einloggen|anmelden)|veuillez vous (?:connecter|identifier)|(?:por favor,? )?(?:inicie|inicia) sesión|(?:por favor,? )?faça login|войдите(?: в систему)?|请(?:先)?登录|ログインしてください|로그인이 필요합니다)$/iu,
  },
]

/** A page of a few words that stand instead of it: `Forbidden`, `Please log in`. One with links or pictures has more to it. */
export function findOneLineWall(page: PageFeatures): BlockRule | undefined {
  if (page.text.length > MAX_TEXT || page.links > 1 || page.images > 0 || page.fields.length > 0)
    return undefined
  const text = page.text.trim().replace(/[.!…:。！]{1,3}$/u, '')
  if (text === '') return undefined
  return ROWS.find(({ says }) => says.test(text))
}
