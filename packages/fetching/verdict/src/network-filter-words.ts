/**
 * Words of the pages that filters of networks show, beside those of all block pages. Source: the templates of common proxies
 * and filters, and the pages that providers of some 60 countries show (public collections of research on censorship).
 */

/** Denials that sites use of themselves: of offers, accounts and outages; and the name of what others do. */
export const WEAK_DENIAL =
  /unavailable|\bblocking\b|not available|\blimit(ed|s)?\b|\brestrict\w*|interrupted|paused|suspend\w*|limitad\w*|limitat\w*|sospes\w*|begrenz\w*|eingeschränkt|restreint|限制|限量|cannot be (accessed|displayed)|nicht verfügbar|verboten/giu

/** What is told of a request, a line each. */
export const LABELS =
  /^[ \t]*(?:[-*•][ \t]*)?(url|uri|address|host|domain|website|site|category|categories|reason|block reason|blocked by|policy|rule|rule set|user|username|client|client ip|ip|ip address|source ip|user ip|group|method|path|reputation|media type|country|threat|virus|application|detection method|feed group|kategorie|grund|benutzer|adresse|catégorie|raison|motif|utilisateur|categor[ií]a|motivo|raz[oó]n|usuario|dirección|categoria|utente|indirizzo|categorie|reden|gebruiker|kategoria|powód|użytkownik|kategorie|důvod|kategória|dôvod|kategori|årsag|orsak|sebep|kullanıcı|категория|причина|пользователь|адрес|类别|原因|用户|地址|類別|使用者|カテゴリ|理由|ユーザー|분류|사유|사용자|הסיבה|קטגוריה|السبب|الفئة)[ \t]*(?:is[ \t]*)?[:=：]/gimu

/** Where the visitor wanted to go. */
export const WAY_THERE =
  /\b(you|your) (are |were |have |had )?(trying|tried|attempt(ed|ing)?|requested|looking|going) |\b(requested|attempted|following) (url|web ?(page|site)|site|page|address|file|content|application)|\battempt(ing|ed)? to (access|use|visit|download|open)|die angeforderte|sie (versuchen|wollten)|vous (essayez|tentez|alliez|avez demandé)|que (intenta|está intentando|ha solicitado|tenta|solicitou)|che (stai|si sta) (tentando|cercando)|die u (probeert|tracht|wilt)|запрашиваем|du (har prøvet|prøver|försöker)|girmek istedi|ziyaret etmek iste|anda (coba|tuju)|접속하려/iu

/** A filter's list, or an order's. */
export const FILED =
  /\bcategor(y|i[sz]ed)|\bpolic(y|ies)|kategori|catégori|categor[ií]|richtlini|политик|категори/iu

/** A network that people sign in to before they reach others. */
export const NETWORK =
  /\bwi-?fi\b|\bwlan\b|hot ?spot|\b(this|the|guest|our|public|campus) network\b|internet access|access (to )?the internet|(get|go|be) online|reach the internet|captive portal|netzwerk|gastzugang|réseau|red (inalámbrica|wifi)|rete (wifi|ospiti)|сет(ь|и|ью) ?(wi-?fi|интернет)|无线网络|上网|ネットワーク/iu
