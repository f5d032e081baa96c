/** Scripts that hold data, which nothing runs. */
export const DATA_SCRIPT =
  /type\s*=\s*(?:["']\s*)?(application\/(ld\+)?json|text\/(template|x-|html|ng-template)|speculationrules|importmap)/i

/**
 * Scripts that stand on complete pages and build none: analytics, tag managers, ads, consent, fonts, chat, monitoring.
 * Source: the hosts in the EasyPrivacy list that occur most.
 */
export const THIRD_PARTY_SCRIPTS =
  /googletagmanager\.com|google-analytics\.com|gtag\(|GoogleAnalyticsObject|_gaq\b|dataLayer\s*=|plausible\.io|cloudflareinsights\.com|\/cdn-cgi\/(challenge-platform|scripts|rum)|matomo|piwik|_paq\b|hotjar|clarity\.ms|connect\.facebook\.net|fbq\(|googlesyndication|doubleclick|adsbygoogle|amazon-adsystem|cookiebot|cookielaw|onetrust|usercentrics|quantcast|scorecardresearch|newrelic|nr-data|NREUM|sentry|bugsnag|segment\.com|mixpanel|umami|goatcounter|fathom|simpleanalytics|statcounter|yandex\.ru\/metrika|mc\.yandex|hm\.baidu|cnzz|typekit|use\.fontawesome|polyfill|html5shiv|respond\.(min\.)?js|livereload|browser-sync|web-vitals|beacon\.min\.js|static\.parastorage/i
