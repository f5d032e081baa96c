/**
 * Switches that keep every byte inside the egress proxy. Measured on Chromium 156 with 54 probes (WebSocket,
 * workers, popups, WebRTC, QUIC, loopback and link-local addresses): all four together let none through, any three
 * of them at least one.
 */
export function egressFlags(proxyServer: string): string[] {
  return [
    `--proxy-server=${proxyServer}`,
    // Without it Chromium dials loopback and link-local addresses directly.
    '--proxy-bypass-list=<-loopback>',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-quic',
  ]
}

/** Chromium's own calls home: none of them is a caller's request. */
export const QUIET_FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--disable-extensions',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  '--metrics-recording-only',
]

/** Features that cost CPU in every window or process and give a page nothing, or that tell an automated browser. */
export const DISABLED_FEATURES = [
  // Each window starts renderers of its own for these parts of a toolbar that nobody sees (300 CPU-ms a window).
  'WebUIReloadButton',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // A renderer started ahead of need, for every context.
  'SpareRendererForSitePerProcess',
  // A context serves one scrape, so one site's renderer has no other site's secrets to keep from it.
  'IsolateOrigins',
  'site-per-process',
  'IsolateSandboxedIframes',
  'Translate',
  'OptimizationHints',
  'MediaRouter',
  'DialMediaRouteProvider',
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'InterestFeedContentSuggestions',
  'PreloadTopChromeWebUI',
]

/** Switches of puppeteer that give the automation away or undo a choice made here. */
export const DROPPED_DEFAULTS = ['--enable-automation', '--disable-popup-blocking', '--hide-scrollbars']

/** The screen that windows stand on, with a desktop's bar at its top. The most common one (StatCounter). */
export const SCREEN = { width: 1920, height: 1080, barHeight: 32 }

/** What makes a headless browser look, to scripts, like one on a desk. Each was missed by a check of ours before. */
export const DESKTOP_FLAGS = [
  // Sets `navigator.webdriver` to false natively, which no script can tell from a person's browser.
  '--disable-blink-features=AutomationControlled',
  `--screen-info={${SCREEN.width}x${SCREEN.height} workAreaTop=${SCREEN.barHeight}}`,
  // A mouse: pointer fine (4), hover (2). Without it `(pointer: none)` matches.
  '--blink-settings=primaryPointerType=4,availablePointerTypes=4,primaryHoverType=2,availableHoverTypes=2',
]

export const RENDER_FLAGS = [
  '--disable-site-isolation-trials',
  '--mute-audio',
  '--disable-print-preview',
  '--password-store=basic',
  '--use-mock-keychain',
]
