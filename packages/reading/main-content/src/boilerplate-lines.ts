import { trimMarksEnd } from '@gleaner/values'

/** Lines that pages insert into articles without their being part of them, in the web's larger languages. Lower case. */
const WHOLE_LINES: readonly RegExp[] = [
  /^(?:advertisements?|anzeige|werbung|publicité|publicidad|pubblicità|advertentie|реклама|広告)[:.]?$/,
  /^(?:article|story) continues (?:below|after)/,
  /^(?:continue|keep) reading\b.{0,60}$/,
  /^(?:read|see|learn|find out|show|view|load) (?:more|less|also|all|next)\b.{0,20}$/,
  /^(?:mehr (?:lesen|erfahren|anzeigen)|weiterlesen|lire la suite|leer más|leggi (?:anche|tutto)|lees (?:meer|ook)|читать далее)\b.{0,20}$/,
  /^(?:share|tweet|pin|print|email|save|follow|close|reply|like|copy link|whatsapp|facebook|twitter|linkedin|pinterest|reddit|instagram|flipboard|teilen|drucken|merken|partager|compartir)$/,
  /^share (?:this|on|via|the)\b.{0,40}$/,
  /^(?:show|hide|toggle|view) (?:caption|transcript|full image|gallery|comments?|image in fullscreen)$/,
  /^(?:bild|quellen|galerie) (?:anzeigen|ausblenden|einblenden|vergrößern)$/,
  /^(?:click|tap) (?:here )?to (?:read|share|expand|tweet|play|view|enlarge|subscribe|view|watch|play)\b.{0,60}$/,
  /^click here (?:for|to) .{0,80}$/,
  /^(?:\d+ )?(?:comments?|kommentare?|commentaires?|comentarios|reacties)(?: \(?\d+\)?)?$/,
  /^(?:leave|post|write|add) a (?:comment|reply)$/,
  /^your browser does not support .{0,60}$/,
  /^(?:listen to|audio|watch|video|play) ?(?:this )?(?:story|article|episode|player is loading\.?|now)?$/,
  /^(?:loading|please wait)\.{0,3}$/,
  /^(?:back to (?:top|blog|list|overview|home|articles)|nach oben|zurück)$/,
  /^(?:table of contents|contents|inhaltsverzeichnis|on this page|in this article|sommaire|jump to)$/,
  /^skip to (?:main )?content$/,
  /^(?:©|\(c\)|copyright ©?) .{0,120}$/,
  /^(?:all rights reserved|alle rechte vorbehalten|tous droits réservés)\.?.{0,80}$/,
  /^(?:photo(?:graph)?|image|picture|foto|bild|photos?|illustration) ?(?:credits?|courtesy|by|via|:|\/).{0,80}$/,
  /^(?:credit|source|quelle|bildquelle|via)s?: .{0,80}$/,
  /^(?:sign up|subscribe|register|join)\b.{0,100}\b(?:newsletters?|inbox|email|updates|mailing list)\b.{0,60}$/,
  /^(?:get|receive) .{0,80}\b(?:in|to) your (?:inbox|email)\b.{0,40}$/,
  /^follow (?:us|me|him|her|them|@?\w+(?: \w+)?) on (?:twitter|x|facebook|instagram|linkedin|threads|tiktok|google news)\b.{0,80}$/,
  /^(?:tags?|topics?|categories|category|filed under|posted in|schlagworte|themen|mots-clés)\b ?:.{0,200}$/,
  /^(?:\d+ (?:min(?:ute)?s?|sec(?:ond)?s?)(?: read| lesezeit)?|reading time:? .{0,20}|lesezeit:? .{0,20})$/,
  /^(?:posts?|messages?|joined|location|likes?|reputation|threads?|reaction score|points|beiträge|registriert(?: seit)?|wohnort)\b ?:? ?.{0,12}\d[\d,.k]*.{0,20}$/,
  /^(?:quote|report|reply|like|edit|permalink|solved|solution|locked|sticky|print view|top|not open for further replies\.?|status|advertisement \(gone after registration\))$/,
  /^(?:last )?edited\b.{0,80}$/,
  /^you must (?:log ?in|be logged in|register|sign in)\b.{0,80}$/,
  /^you (?:can ?not|may not) (?:post|reply|edit|delete|attach)\b.{0,300}$/,
  /^(?:posting rules|forum jump|jump to:?|forum statistics|who is online|users browsing this (?:forum|thread|topic).{0,80}|board index)$/,
  /^(?:« ?)?previous (?:thread|topic)\b.{0,40}$/,
  /^all times are .{0,80}$/,
  /^powered by .{0,60}$/,
  /^(?:\d+ )?(?:likes?|people found this helpful|users? (?:like|thank)\w* this)$/,
  /^(?:posts?|posted|reply) ?#\d+$/,
]

/** All in one: each is anchored, and a test of one pattern costs more than looking at the first characters. */
const WHOLE_LINE = new RegExp(WHOLE_LINES.map(({ source }) => source).join('|'))

/** Longer lines are text, whatever they begin with. */
const MAX_LINE = 220

/** The beginnings of lines that lead to other pages ("Related: ..."). */
const LEAD_ELSEWHERE =
  /^(?:related(?: (?:stories|story|articles?|news|content|coverage|reading|video|posts?|topics?|links?))?|read (?:more|also|next|this)|see also|also (?:read|see|on)|more (?:on|from|about|stories|news|like this)|recommended(?: (?:stories|reading|for you))?|don'?t miss|you (?:may|might) (?:also )?(?:like|enjoy|be interested)|up next|watch(?: now| next)?|must[- ]read|trending|most (?:read|popular)|popular (?:posts?|articles?|stories|now)|latest (?:posts?|articles?|news|stories|from)|recent (?:posts?|articles?|news|conversations?|discussions?|topics?|threads?)|similar (?:items?|products?|articles?|posts?|stories|topics?|threads?|questions?|content|discussions?)|customers (?:also|who)|people also|recently viewed|frequently bought|shop (?:more|similar)|complete (?:the|your) look|more from|others (?:like you |also )|variations of this|other (?:products?|categories|items)|recommended (?:products?|posts?|articles?)|other customers|goes well with|pairs? well with|best ?sellers|you'?ll (?:also )?love|we think you|inspired by|explore (?:more|related)|discover more|sponsored|more: |featured products?|keep reading|continue reading|read next|further reading|lesen sie (?:auch|mehr)|mehr (?:zum thema|dazu)|auch interessant|siehe auch|(?:das |dieses )?(?:thema )?(?:könnte|kann) (?:sie|dich|ihnen|dir) auch (?:interessieren|gefallen)|weitere (?:themen|artikel|beiträge|nachrichten|meldungen)|mehr (?:aus|von|über)|zurück zu[mr]?|à lire aussi|lire aussi|voir aussi|lea también|te puede interesar|ver también|puedes ver|mira también|leggi anche|lees ook|читайте также|ανάγνωση)\b/

/** Titles under which a work of reference, as an encyclopedia, names what belongs to its subject. */
const REFERENCE =
  /^(?:see also|further reading|siehe auch|voir aussi|véase también|ver también|veja também|vedi anche|voci correlate|zie ook|se även|se også|zobacz też|см\. также|関連項目|参见|参見)$/

export interface LineVerdict {
  /** The line is part of no article: an advertising label, a share label, a copyright notice. */
  isBoilerplate: boolean
  /** It begins like one that points to other pages. */
  leadsElsewhere: boolean
  /** It is the title of a section of a work of reference, where that has sections. */
  isReference: boolean
}

export function judgeLine(line: string): LineVerdict {
  const text = plainLine(line)
  return {
    isBoilerplate: line.length <= MAX_LINE && WHOLE_LINE.test(text),
    leadsElsewhere: LEAD_ELSEWHERE.test(text),
    isReference: REFERENCE.test(text),
  }
}

/** Lower case, without the dashes, arrows and bullets that such lines are decorated with. */
function plainLine(line: string): string {
  const plain = line
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/^[^\p{L}\p{N}©(]+/u, '')
  return trimMarksEnd(plain, /[\s\-–—»›>|*]/)
}
