/**
 * Phrases of block pages, in the languages and turns that occur on recorded block pages. Source: public collections of
 * refused crawls (among them the study behind "web refusal" pattern lists) and the block pages of common plugins.
 */

/** A puzzle stands before the page. */
export const CAPTCHA_PHRASES: readonly RegExp[] = [
  /(enter|type|input) the (characters|text|code|letters|numbers|digits|words)\b.{0,40}(see|below|image|picture|shown|above)/i,
  /(solve|complete|pass|finish) (this|the|a|our) (re)?(captcha|puzzle|security (check|challenge)|challenge|verification)/i,
  /complete o desafio|resuelva? el (captcha|desafío)|complétez le (captcha|défi)/i,
  /请输入(图中|图片)?.{0,6}验证码|滑动验证|拖动(下方)?滑块|点击.{0,8}完成验证/,
  /введите (символы|код|текст) с (картинки|изображения)/i,
  /(saisissez|entrez) les caractères|geben sie die (zeichen|buchstaben)|introdu(zca|ce) los caracteres|digite os caracteres/i,
]

/** The site wants to know whether a person is there. */
export const BOT_CHECK_PHRASES: readonly RegExp[] = [
  /checking (if the (site )?connection is secure|your browser\b|your connection)/i,
  /verifying (your (browser|connection)|(that )?you|if your connection|the security)/i,
  /(verify|confirm|prove|make sure|making sure|ensure|check|checking|know)( that| if| whether)? (you are|you're|you’re|you aren't) (a |not a |not an |an? actual |really )?(human|robot|bot|person|real|automated)/i,
  /(we('re| are)|i'm|i am|you('re| are))? ?(not|aren't) (a robot|a bot)\b.{0,60}(click|check|confirm|verify|continue|proceed)/i,
  /(are|is) (you|this) (a )?(human|robot|bot|person)( or a? ?(robot|bot|human|machine))?\s*\?.{0,80}(please|click|confirm|verify|prove|show us|check)/i,
  /(made us|makes us|we) think(ing)?( that)? you.{0,12} (might be )?a? ?(ro)?bot\b|can't tell if you're a human/i,
  /(we|system|systems)('ve| have| has)? (detected|noticed|observed) (some )?(unusual|suspicious|automated|abnormal|strange) (traffic|activity|behaviou?r|requests?)/i,
  /(unusual|suspicious|automated) (traffic|activity|requests?)( has been| was| detected| coming| originating)* from (your|this) (computer|network|ip|connection|device|browser)/i,
  /automated (access|requests?|queries|traffic).{0,60}(detected|blocked|not (allowed|permitted)|from your)/i,
  /(looks?|seems?|similar) (suspiciously )?(similar )?(to |like )(an )?automated (requests?|queries|traffic)/i,
  /(detected|reporting|noticed) (some )?unusual activity/i,
  /(press|click) (&|and) hold\b.{0,120}(human|\bbot\b|robot|confirm you|verify|green)|slide (to|right) (to )?(verify|unlock|complete|secure)/i,
  /human verification|bot (verification|protection|detection)|anti-?bot/i,
  /this process is automatic|you will be redirected (to your|once|automatically|shortly|in a few)|redirected to the (site|requested page) (once|after)/i,
  /(ihr|dein) browser.{0,40}überprüft|dass (sie|du) (kein|ein) (ro)?(bot|mensch)|kein roboter/i,
  /(n'êtes|n’êtes|n'es|suis) pas un robot|êtes.vous un (robot|humain)|vérifi(er|ons|cation).{0,40}(humain|navigateur)/i,
  /no (eres|es|soy) un (robot|bot|una máquina)|eres (un )?humano|pens(ar|amos) que eres un bot|verific(ar|ando).{0,30}(humano|navegador)/i,
  /não (é|sou) um robô|non (sei|sono) un robot|nie jest(eś|em) robotem|geen robot bent|nie ste robot/i,
  /(не|что вы не) (являетесь )?робот|вы не бот|провер(ка|яем).{0,30}(браузер|соединени)|подтвердите, что/i,
  /人机(身份)?验证|安全(检查|验证)中|正在(检查|验证)|您的访问(过于)?频繁|请完成.{0,6}验证/,
  /ロボットではない|ブラウザを(確認|チェック)|로봇이 아닙니다|브라우저를 확인/,
]

/** The site says no. */
export const BLOCKED_PHRASES: readonly RegExp[] = [
  /\b(you|your (ip( address)?|address|request|requests|access|connection|network|browser|activity|device|session|account)|this (ip|request|ip address|connection|transfer))( address)?( \(?[\da-f.:]{7,45}\)?)?( to [^.]{1,60}?| from [^.]{1,40}?)?( have| has|'ve|’ve| was| were| is| are)( been| being)?( temporarily| automatically| permanently| currently| now)? (blocked|banned|blacklisted|restricted|rejected|refused|denied|limited|forbidden|flagged|suspended|throttled)\b/i,
  /\b(access|request|ip|visitor|country|page|website)( to [^.]{1,40})?( is| was| has been)? (temporarily )?(blocked|banned|denied|forbidden|refused|rejected|restricted)\b/i,
  /\b[\da-f.:]{7,45} has been banned/i,
  /too many (requests|attempts|connections|hits)\b(?=\W*($|from|in (a|the|too)|please|try|your?\b|we\b|the\b|slow|wait|retry|error|have))|rate.?limit(ed)?( exceeded| reached|ing)|(exceeded|reached) (the|your|our) .{0,30}(rate|limit|quota)|too fast\b.{0,40}ban/i,
  /\b(site|website|page|content|service|store|shop|access|visitors?)\b.{0,60}(not|isn't|can't be|cannot be) (available|accessible|accessed|allowed|permitted|reached) (in|from|for) (your|this) (current )?(country|region|location|area)/i,
  /(from|in) your (country|region|location).{0,30}(are|is|has been|have been) (not|blocked|denied)|denied from your country|cannot access this (site|store|page) from your/i,
  /(suspicious|malicious|abusive) (activity|activities|requests?|traffic|behaviou?r) ((has|have) been |was |is )?(detected|identified|found|from|originating|coming|reported)/i,
  /(due to|because of|detected|rated as|identified as|involved in) (\w+ ){0,2}(suspicious|malicious|abusive|spam)/i,
  /potentially (harmful|unsafe|malicious|dangerous) (request|operation|activity)|suspicious threat/i,
  /\b(detected|identified|classified|flagged|recogni[sz]ed) (and (been )?blocked )?as (a |an )?(potential )?(crawler|bot|robot|spider|automated)/i,
  /security (block|incident|violation|alert|risk|reasons)\b|for your (own )?security.{0,30}block|(blocked|denied|refused).{0,30}(for|by|due to) (the )?(security|spam|abuse)/i,
  /extract information from this website|want to crawl .{1,60}contact|spammer, hacker|possible abuse|unauthori[sz]ed activity/i,
  /\b(won.?t|will not|cannot) let you (proceed|continue|in)\b|protection system has detected|hostile to the proper functioning/i,
  /due to abuse|large (amount|number|amounts) of (web )?requests|are (accessing|requesting) .{1,40} too (much|often|fast)|server too busy for (web )?crawlers/i,
  /\b(crawlers?|bots?|spiders?|scrap(ers?|ing)|automated (access|tools?))\b.{0,40}(not (allowed|permitted|welcome)|prohibited|forbidden|blocked|no longer)/i,
  /you('re| are) (not (allowed|authorized|authorised|permitted) to|unable to) (access|view|visit|proceed)|don.?t have (permission|access|authori[sz]ation) to (access|view)|not allowed to (access|proceed|view)/i,
  /proxy or vpn|vpn or proxy|disable your (vpn|proxy)|anonymous proxy/i,
  /zugriff (wurde )?(verweigert|gesperrt|blockiert)|anfrage (wurde|wird) .{0,40}(geblockt|blockiert|abgelehnt)|sie wurden .{0,60}blockiert/i,
  /accès (refusé|interdit|bloqué)|(requête|demande) a été (bloquée|refusée)|vous avez été bloqué/i,
  /acceso (denegado|bloqueado|restringido|prohibido)|(ha|has|sido) (sido )?bloquead[oa]/i,
  /acesso (negado|bloqueado)|accesso (negato|bloccato)|foi bloquead[oa]|è stat[oa] bloccat[oa]/i,
  /доступ .{0,30}(запрещ|заблок|ограничен)|(запрос|адрес) .{0,20}заблокирован/i,
  /geen toegang|(u bent|bent u) geblokkeerd|dostęp (zablokowany|zabroniony)|erişim(iniz)? (engel|kısıt)/i,
  /访问(被拒绝|受限|被禁止|过于频繁|频繁)|禁止访问|您的(ip|请求).{0,20}(拦截|禁止|封禁|阻断)|已被(拦截|阻断|封禁)/i,
  /アクセスが(拒否|制限)|アクセスできません|접근이 (차단|거부)|접속이 차단/,
]
