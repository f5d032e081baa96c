/**
 * The elements that frameworks and site builders fill, as `#id` or element name. Sources: the starter templates of
 * React, Vite, Vue, Angular, Svelte, Ember, Next, Nuxt, Gatsby, Quasar, Ionic, Polymer, Flutter, Blazor, Docsify,
 * Redoc, Swagger UI and others.
 */
export const APP_ROOTS: readonly RegExp[] = [
  /^#(root|app|__next|__nuxt|___gatsby|gatsby-focus-wrapper|svelte|q-app|react-root|reactroot|react-app|vue-app|main-app|app-root|approot|app-container|app-mount|app-shell|app-wrapper|application|mount|mountpoint|mount-point|container-app|spa|spa-root|spa-container|page-root|site-root|web-root|client-root|preact_root|solid-root|ember-app|elm|elm-app|elm-node|main-root|single-spa-application.*|swagger-ui|redoc|redoc-container|storybook-root|blazor|flutter|flt-.*|unity-container|canvas|portal-root-app|frontend|webapp|web-app|dashboard|main-container|content-root|admin-root|ssr-root|view|viewport|tilda-app|shopify-section-app|wix-app|SITE_CONTAINER|__docusaurus|__remix|__sapper__|sapper|kibana-body|grafana-app|reactapp|reactContent|jsx-root|App|Root)$/i,
  /^(app|app-root|my-app|app-main|app-component|root-app|ion-app|paper-app|polymer-app|main-app|flutter-view|redoc|rapi-doc|elements-api|gitlab-app|vaadin-.*|flow-container-.*|app-[a-z-]+|[a-z]+-app|[a-z]+-root|[a-z]+-shell|ytd-app|shreddit-app|home-assistant|mm-app|dom-app)$/,
]

/** Scripts of frameworks that render in the browser alone. Source: their starter templates. */
export const CLIENT_APPS =
  /_framework\/blazor\.(webassembly|web)|flutter(_bootstrap)?\.js|docsify|swagger-ui-bundle|redoc\.standalone|rapidoc|stoplight.*elements|bundles\/redoc/i

/** Words that ask for scripts. Sources: the noscript lines of the same templates, in the languages that occur. */
export const NEEDS_SCRIPT: readonly RegExp[] = [
  /(enable|activate|turn on|allow|switch on|requires?|needs?|need to (enable|run)|without)( (to )?(use|run|have|enable))?( your browser('s)?)? java ?script/i,
  /java ?script (must be|needs to be|has to be|should be|is required|is needed|is necessary|enabled|is (currently )?(disabled|not (enabled|supported|available|running))|disabled|support is|is turned off)/i,
  /(doesn't|does not|won't|will not|can't|cannot|isn't) (work|run|function|load|be displayed)( properly| correctly)? (without|unless|if) java ?script/i,
  /you need to enable javascript to run this app|your browser does(n't| not) support java ?script|no java ?script\b|switch on javascript/i,
  /javascript.{0,30}(aktivieren|einschalten|aktiviert|erforderlich|benötigt)|(aktivieren|schalten) sie (bitte )?(ihr )?javascript/i,
  /(activer|activez|activé|nécessite|requiert).{0,30}javascript|javascript.{0,30}(désactivé|activé|requis|nécessaire)/i,
  /(activar?|habilit(ar?|e)|active|necesita|requiere|ativar|ative|precisa).{0,30}javascript|javascript.{0,40}(habilitado|activado|ativado|deshabilitado|desativado|necesario|necessário)/i,
  /(abilita(re)?|attiva(re)?|richiede).{0,30}javascript|(включ|требу|нужен|необходим|поддерж).{0,40}javascript|javascript.{0,40}(включ|отключ|необходим|требу)/i,
  /(włącz|wymaga|obsług|ingeschakeld|inschakelen|slå på|aktivera|aktiver|zapn|povol|etkinleştir).{0,40}javascript|javascript.{0,40}(włącz|ingeschakeld|inschakelen|aktivera|zapn|povol|etkin|gerek)/i,
  /(启用|开启|打开|啟用|開啟).{0,8}javascript|javascript.{0,12}(启用|开启|禁用|有効|無効|を有効|啟用|활성|사용)/i,
]

/** A line that stands until scripts have done their work. */
export const LOADING_TEXT =
  /^[\s\p{P}\p{S}]*(please wait|just a (moment|second|sec)|loading|initiali[sz]ing|starting( up)?|preparing|one moment|hang on|redirecting|connecting|laden|lädt|wird geladen|bitte warten|chargement|veuillez patienter|cargando|carregando|caricamento|загрузка|подождите|ładowanie|laster|laddar|yükleniyor|加载中|载入中|正在加载|請稍候|请稍候|読み込み中|로딩|로드 중).{0,80}$|^.{0,40}(loading|laden|chargement|cargando|загрузка|加载中|redirecting)[\s.…]*$/isu
