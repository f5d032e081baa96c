/**
 * The stems of words on block pages, by what they say, in the languages that occur on recorded block pages. Source:
 * public collections of refused crawls, the texts of common firewalls and plugins, and their translations.
 * One of them alone makes no block page: `block-page-text.ts` asks for several kinds, and for little else on the page.
 */

/** The visitor is kept out. */
export const DENIED =
  /\bden(y|ied)\b|\bblock(ed|ing)?\b|\bbann?ed\b|blacklist|forbidden|restrict|reject|refus|suspend|\blimit(ed|s)?\b|not (allowed|permitted|supported|authori[sz]ed)|unable to (access|visit|view)|can(not|'t) (access|visit|view|be (accessed|displayed))|unavailable|paused|interrupted|intercept|verweiger|gesperrt|sperre|blockier|geblockt|abgelehnt|eingeschränkt|nicht verfügbar|interdit|bloqu|restreint|suspendu|redirigé vers|doorverwezen|deneg|negad[oa]|negat[oa]|blocca|restring|prohibid|limitad|rechaz|rifiutat|sospes|limitat|geweiger|geblokkeerd|beperkt|zablokow|odmow|ogranicz|zabron|odepřen|odmítnut|zamítnut|omezen|odopren|zablokov|nekad|nekt|nægt|blocker|blokk|blokere|blokering|spärr|begräns|estetty|evätty|engellen|(idari|koruma) tedbir|İDARİ TEDBİR|KORUMA TEDBİR|kısıtlan|reddedil|yasaklan|запрещ|заблок|ограничен|отказан|отклон|заборон|обмежен|حظر|محظور|مرفوض|رفض|تقييد|مسدود|محدود|חסו|נחס|נדח|अवरुद्ध|अस्वीक|bị chặn|từ chối|hạn chế|diblokir|ditolak|dibatasi|ถูกบล็อก|ปฏิเสธ|ระงับ|拒绝|拒絕|拦截|攔截|禁止|封禁|封鎖|受限|限制|阻断|制限|拒否|遮断|ブロック|차단|거부|제한|금지|αποκλεισ|απορρ|απαγορε|letilt|megtagad|blocat|refuzat|interzis|restricți|not (authori[sz]ed|available)|(não|no) (autorizad|permitid)|geweier|verbo(ten|den\b)|ndaluar|refuzuar|մերժ|արգել|qadağan|rədd|ukatu|debekat|забар|адмоў|অস্বীক|নিষিদ্ধ|অবরুদ্ধ|zabranjen|odbijen|onemogućen|забран|отказ|одбиј|блокира|prohibit|bloquej|zakázán|zakázan|blokován|afvist|forbud|keela|keeldu|blokeeri|ممنوع|غیرمجاز|kielletty|აკრძალ|დაბლოკ|უარყოფ|אסור|חסימ|निषिद्ध|tilt(va|ott)|elutasít|dilarang|disekat|dihalang|tidak (di)?(benar|izin)|bannað|hafnað|lokað|vietat|inibit|oscurat|proibit|proibid|recusad|тыйым|бұғат|lieg(t|ums)|aizlieg|bloķēt|noraidīt|uždraust|draudž|neleidž|atmest|užblokuot|avvis|zabroni|odmówi|odmietn|odopret|zavrnjen|prepoved|blokiran|nekas\b|förbj|förhindra|மறுக்க|தடை|నిరాకరి|ไม่อนุญาต|tinanggihan|yasak|taqiqlan|rad etil|مسترد|\bcấm\b|不允许|不允許|阻止|屏蔽|无法访问|無法存取|許可され|できません|허용되지/iu

/** What is kept out: the visitor's address, request or browser. */
export const VISITOR =
  /\byour (own )?(ip|access|request|connection|network|browser|device|session|activity|address|computer|visit|account|(current )?(country|region|location))|\bip\b|\baddress\b|\btraffic\b|\brequests?\b|\baccess\b|browser\b|navegador|navigateur|acessar|acceder|accéder|(this|web) ?(site|page|website)|visitors?\b|\bthis resource\b|ip-adress|anfrage|zugriff|datenverkehr|ihr(e|en)? (netzwerk|browser)|votre|adresse ip|trafic|accès|requête|\b(su|tu|tuo|seu) (ip|acceso|accesso|acesso|dirección|indirizzo|red|rede)|dirección|indirizzo ip|endereço ip|tráfico|traffico|tráfego|acces(s)?o\b|acesso|verkeer|toegang|adres(u|y)? ip|\bruch|dostęp|požadav|přístup|prístup|provoz|trafik|åtkomst|tilgang|adgang|begäran|pääsy|ip adres|erişim|bağlantı|адрес|трафик|запрос|доступ|запит|الوصول|عنوان|طلبك|الموقع|دسترسی|גישה|कनेक्शन|पहुँच|पहुंच|địa chỉ|lưu lượng|truy cập|alamat ip|lalu lintas|akses|การเข้าถึง|ที่อยู่|访问|訪問|请求|請求|网络|網路|アクセス|リクエスト|접근|접속|요청|트래픽|πρόσβασ|διεύθυνσ|hozzáférés|kérés|連線|存取|流量|accesul|cererea|halaman|stránk|stranic|страниц|puslap|svetain|tinklalap|oldal|\bqasj|մուտք|giriş|sarbide|sarrera|অ্যাক্সেস|প্রবেশ|pristup|достъп|приступ|пристап|ligipääs|juurdepääs|წვდომ|גיש|aðgang|қолжетімд|piekļuv|pieej|prieig|capaian|dostop|அணுகல்|రక్షణ|kirish|رسائی|eri[sş]i|网站|網站|サイト|사이트/iu

/** Why: too much, too fast, like a machine, or from the wrong place. */
export const SUSPECTED =
  /unusual|suspicious|automated|abnormal|malicious|\brobots?\b|\bbots?\b|crawl|\bscrap(er|ing)|spider|too (many|fast|often|quickly|much)|\brate\b|threshold|excessive|abus(e|ive)|attack|\bvpn\b|\bproxy\b|security|systematic|polic(y|ies)|violat|firewall|flood|\bterms\b|country|region\b|\binfected\b|\bvirus|malware|phishing|european|current version|harmful|unauthori[sz]ed|ungewöhnlich|verdächtig|automati|roboter|zu viele|sicherheit|missbrauch|angriff|inhabituel|suspect|trop de|sécurité|attaque|inusual|anómal|anormal|anomal|incomum|insolit|sospech|suspeit|sospett|demasiad|troppe|muitas|seguridad|segurança|sicurezza|indebido|robô|ongebruikelijk|verdacht|geautomatiseerd|te veel|beveilig|nietypow|podejrzan|zbyt wiele|bezpieczeństw|neobvykl|podezřel|příliš mnoho|bezpečnost|ovanlig|usædvanlig|uvanlig|misstänk|mistenkelig|för många|for mange|säkerhet|sikkerhe|epätavalli|olağan ?dışı|şüpheli|otomatik|çok fazla|güvenlik|необычн|подозрительн|робот|слишком|безопасност|незвичайн|підозріл|غير عادي|مشبوه|روبوت|آلي|الأمان|الكثير|غیرعادی|חריג|חשוד|अनुरोध|असामान्य|bất thường|đáng ngờ|tự động|quá nhiều|bảo mật|tidak biasa|mencurigakan|otomatis|terlalu banyak|keamanan|ผิดปกติ|หุ่นยนต์|มากเกิน|异常|異常|可疑|频繁|頻繁|机器人|機器人|偵測|攻击|恶意|安全|非法|不正|ロボット|集中|大量|セキュリティ|비정상|의심|자동|로봇|과도|보안|ασυνήθιστ|ύποπτ|szokatlan|gyanús|neobișnuit|suspect|inappropriate|unsuitable|undesirable|unangemessen|inapropri|inappropri|inadecuad|inadequad|inadeguat|ongepast|nevhod|nieodpowied|nem megfelel|netinkam|olämplig|upassende|sopimaton|uygunsuz|неподход|недопустим|неприемлем|تصفية|غير لائق|לא ראוי|لا يناسب|不当|不當|不适|不適|부적절/iu

/**
 * Who orders that the page is kept from everybody here: a law, a court, an authority, a network's own filter. Sources:
 * the pages that internet providers and filters of some 60 countries show (public collections of research on censorship).
 */
export const ORDERED =
  /\b(federal |national )?laws?\b|legislat|\bcourts?\b|judg(e?ment|es?)\b|\b(an|the|by) orders?\b|\bregulations?\b|\bauthorit(y|ies)\b|government|ministry|\bact of \d|infring|parental|content filter|web filter|\bcategor(y|i[sz]ed|ies)\b|\bover 18\b|age.restrict|gesetz|gericht|urheberrecht|verfügung|behörde|jugendschutz|\bjahre\b|kategorie|\bloi\b|tribunal|jugement|autorité|légal|arrêté|juridique|catégorie|\bley\b|judicial|autoridad|orden\b|categoría|\blei\b|decreto|autoridade|ordem\b|\blegge\b|decreti\b|\bmonopoli\b|autorizzazioni|terroris|autorità|giudizi|giudice|categoria|\bwet\b|rechter|rechtbank|overheid|wettelij|categorie|prawn|\bustaw|\bsąd|zákon|\bsoud|\bsúd|törvény|bíróság|hatóság|\blege|instanț|autorităţi|autorităţ|zakon|закон|\bсуд|реестр|роскомнадзор|министерств|орган(ов|ами) (гос|власт)|экстремис|законодав|рішенн|міністер|наказ|съд\b|съдеб|νόμο|δικαστ|αρχή|lovgivning|\blov(en|givning)?\b|domstol|fogedret|ophavsret|opphavsrett|myndighed|myndighet|\blag(en|stift)|upphovsrätt|\blaki|tuomioistui|viranomai|tekijänoike|kanun|mahkeme|\byasa\b|kararı|yüksek kurul|undang|peraturan|perundang|kementerian|menteri|pemerintah|mahkamah|hukum|negatif|pháp luật|quy định|cơ quan|กฎหมาย|ศาล|กระทรวง|พระราชบัญญัติ|ผิดกฎหมาย|法律|法规|法規|法令|主管|依法|違法|违法|裁判所|법률|법에|법령|위원회|불법|청소년|قانون|القضا|محكم|السلطات|وزار|هيئة|مخالف|دادگاه|قضایی|חוק|בית.?משפט|कानून|न्यायालय|मन्त्रालय|मंत्रालय|আইন|আদালত/iu

/** What the visitor wanted: beside a refusal, in a line of its own. */
export const WANTED =
  /\b(web)?(site|page)\b|\burls?\b|domain|\blink\b|\bresource\b|seite|webseite|\bsite\b|\bpage\b|sitio|página|\bsito\b|pagina|domini|website|stron[aęy]|witryn|stránk|oldal|weboldal|ресурс|сайт|домен|ссылк|страниц|сторінк|ιστότοπ|ιστοσελίδ|\bside\b|hjemmeside|nettsted|\bsida\b|webbplats|sivu(sto)?\b|\bsit(us|eye|esi|e)\b|sayfa|laman|halaman|trang|เว็บไซต์|หน้าเว็บ|网页|网站|網頁|網站|頁面|ページ|サイト|페이지|사이트|الموقع|الصفحة|سایت|صفحه|אתר|दा?स्थल|साइट/iu

/** The visitor is to show that a person is there. */
export const CHECKED =
  /verif|\bconfirm|\bprove\b|captcha|\bhuman|real person|are a person|tick the box|checkbox|the characters|символы|картинк|vakje|echte mens|die zeichen|les caractères|los caracteres|os caracteres|solve|bestätig|überprüf|\bmensch|sicherheitsabfrage|vérifi|humain|demuestr|bevestig|mensen|zweryfik|potwierd|człowiek|ověř|potvrď|bekräfta|bekreft|bekræft|doğrula|\binsan|basılı tut|подтверд|провер|человек|капч|підтверд|تحقق|تأكيد|إنسان|אנוש|अनुरोध की पुष्टि|xác minh|xác nhận|verifikasi|ยืนยัน|验证|驗證|人机|確認|認証|인증|επαλήθευσ|ellenőr|igazol|confirmați|\b(bot|robot|browser|security|safety|human) check|\bchecking\b|检查|檢查|検証|검사|controleer|kontroll|kontrol|sprawdz|ellenőriz|verifiér|διαπίστωσ|έλεγχο|پیگیری|تایید|tarkist|pārbaud|patikr|preverj|provjer|провер|überzeug|verifiser|verifisér/iu

/** What the visitor can do about it. */
export const REMEDIES =
  /contact|administrator|webmaster|support|(site|website) owner|try again|\blater\b|reference|incident|\bray id|reload|refresh|\bwait|enable (cookies|java)|disable your|believe (this|that)|in error|mistake|different (device|browser|network)|restored|librarian|update your|please use|später|kontakt|erneut|réessay|plus tard|administrateur|administrador|más tarde|int[eé]nt|contatt|riprov|scrivi|amministratore|później|spróbuj|později|zkuste|senare|senere|försök|prøv|myöhemmin|daha sonra|tekrar|iletişim|позже|попробуйте|свяж|обрат|пізніше|لاحقا|المحاولة|اتصل|מאוחר|फिर से|thử lại|liên hệ|coba lagi|hubungi|ลองใหม่|ติดต่อ|稍后|稍後|联系|聯絡|客服|重试|管理员|しばらく|再度|お問い合わせ|문의|다시|나중에|관리자|αργότερα|később|mai târziu|adm[iı]n[iı]str|администрат|адміністрат|διαχειριστ|ylläpit|rendszergazd|správc|skrbnik|pentadbir|hubungi|yönetici|المسؤول|مدير|מנהל|פנה|quản trị|ผู้ดูแล|प्रशासक|obraťte|kreipkit|susisiek|pöörd|sazinie|pitanj|питањ|kapcsolat|fordulj|neem contact/iu

/**
 * What only pages about block pages hold: status lines, commands, a line of a log, a story of the author's own. A block
 * page addresses a visitor, and sells nothing.
 */
export const ABOUT_BLOCK_PAGES =
  /\bHTTP\/[\d.]+ \d{3}\b|\bcurl -|\bthe (user|client|server) (has|must|should|will|sends|returns|answers)\b|\b(I|we) (get|got|tried|saw|was able|asked|wrote)\b|\bhelped me\b|\d\d:\d\d:\d\d\S* (\[?(TRACE|DEBUG|INFO|WARN|WARNING|ERROR|NOTICE)\b)|\b(see also|glossary|what (is|are) (an? )?\w+(?=\?)|changelog|tutorial|read more)\b|\b\d+ (points|comments|replies|likes|views)\b|[$€£]\s?\d|\d\s?(€|(eur|euro|usd)\b)|\d a (month|year)\b|\bwe (log|lock|share|store|collect|keep|never|use)\b/i

/** Titles of pages that explain: their first or last word says so. */
export const ABOUT_TITLE =
  /^(terms|privacy|legal|imprint|impressum|faq|help|support|docs|documentation|glossary|changelog|how (to|we))\b|\b(faq|help|documentation|docs|reference|wiki|wikipedia|glossary|community|forum|board|blog|stack overflow|handbook|manual)\W*$/i

/** Words beside them that belong to no story: excuses, technicalities, and the small print of a footer. */
export const SMALL_TALK =
  /sorry|apolog|inconvenience|please|error|\bpage\b|\b(web)?site\b|cookies?|java ?script|\bhome\b|\bback\b|\bhelp\b|possible|possível|posible|razones|something (went )?wrong|algo (no )?va|algo deu|ups\b|oops|automatis|continu|продолж|weiter\b|terms|privacy|©|copyright|all rights reserved|click|continue|proceed|seconds?|minutes?|moment|\bcode\b|\bid\b|powered|protect|browser|device|internet|service|redirect|loading|reason|why|resolve|happened|what can i do|\bemail\b|report|owner|login|log in|sign in|date:|time:|url|bitte|seite|veuillez|merci|désolé|por favor|favor|lamentamos|página|pagina|spiacenti|prosím|proszę|przepraszam|lütfen|kérjük|folytat|pipál|vänligen|пожалуйста|извините|страниц|сайт|يرجى|vui lòng|mohon|กรุณา|很抱歉|抱歉|页面|您|申し訳|お客様|ページ|죄송|페이지/iu

/** Languages by their own names: what a choice of languages lists says nothing about a page. */
export const LANGUAGES: ReadonlySet<string> = new Set(
  (
    'english|deutsch|français|español|português|português (brasil)|italiano|nederlands|polski|čeština|slovenčina|slovenščina|magyar|română|' +
    'svenska|norsk|dansk|suomi|eesti|latviešu|lietuvių kalba|lietuvių|hrvatski|srpski|српски|shqip|türkçe|русский|українська|беларуская|български|' +
    'македонски|ελληνικά|עברית|العربية|فارسی|اردو|हिन्दी|বাংলা|தமிழ்|తెలుగు|ไทย|tiếng việt|bahasa indonesia|bahasa melayu|bahasa malaysia|tagalog|filipino|' +
    'gaeilge|català|euskara|galego|íslenska|中文|简体中文|繁體中文|日本語|한국어|қазақша|azərbaycanca|հայերեն|ქართული|kiswahili|afrikaans'
  ).split('|'),
)
