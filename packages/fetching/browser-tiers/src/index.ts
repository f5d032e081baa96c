export { createChromiumCheck } from './browser/chromium/check-chromium.ts'
export type { Launch } from './browser/chromium/launch-with-evasions.ts'
export { reportConfinement } from './browser/chromium/report-confinement.ts'
export { createBrowserFetcher } from './browser/fetcher.ts'
export { pageCapacity } from './browser/pool/capacity.ts'
export { type BrowserPool, createBrowserPool } from './browser/pool/pool.ts'
export {
  type AttendedBrowser,
  type AttendOptions,
  attendBrowser,
  type Viewer,
} from './by-hand/attend-browser.ts'
export { createCaptchaFetcher } from './captcha/fetcher.ts'
export { browserFields } from './settings.ts'
