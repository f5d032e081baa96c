/**
 * The proxy of whatever is not a page: none at all. Every browser context has its own, so that what Chromium wants of
 * its vendor by itself (updates, sign-in, the time) never gets out, whichever service of it a new version adds.
 */
export const NO_PROXY = 'http://127.0.0.1:9'

/**
 * Switches that keep all traffic inside the contexts' proxies, also where there is no network namespace to do so.
 * Measured on Chromium 156 with 54 probes (WebSocket, workers, popups, WebRTC, QUIC, loopback and link-local addresses)
 * and with those of testing/datagram-probes.ts.
 */
export const EGRESS_FLAGS = [
  `--proxy-server=${NO_PROXY}`,
  // Without it Chromium dials loopback and link-local addresses directly.
  '--proxy-bypass-list=<-loopback>',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  // Proxies resolve names. What Chromium would resolve itself (WebRTC's candidates and servers) finds nothing.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.*',
]

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

/** Features that cost CPU in every window or process and give a page nothing, or that bypass the proxy. */
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
  // A remote candidate's name that ends in `.local` would be asked for by multicast, past the rules for names.
  'WebRtcHideLocalIpsWithMdns',
  'NetworkTimeServiceQuerying',
]

/** Switches of puppeteer that give the automation away, undo a choice made here, or let a page flood the browser. */
export const DROPPED_DEFAULTS = [
  '--enable-automation',
  '--disable-popup-blocking',
  '--hide-scrollbars',
  '--disable-ipc-flooding-protection',
]

export const RENDER_FLAGS = [
  '--disable-site-isolation-trials',
  '--mute-audio',
  '--disable-print-preview',
  '--password-store=basic',
  '--use-mock-keychain',
  // The window around a page is drawn while the page counts as visible: each animation of its tab costs a frame in 16 ms.
  '--animation-duration-scale=0',
  // Nothing is drawn by a graphics card, and emptying its cache of shaders takes 3 CPU-ms a page.
  '--disable-gpu-shader-disk-cache',
]

/**
 * What no switch sets, in the form of Chromium's `Local State` file. Without a scheme of HTTP authentication the
 * browser never logs in by itself, so there is no memory of logins that one visit could leave to the next; and a 401 is
 * a response like any other, where it would else hold its request until somebody fills in a dialog that nobody sees.
 */
export const LOCAL_STATE = { auth: { schemes: '' } }
