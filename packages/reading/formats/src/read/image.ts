import { collapse, ELEMENT, type Element } from '@gleaner/markup'
import type { ResolveAddress } from '../address.ts'
import type { Image } from '../block.ts'
import { sourceCandidates } from './srcset.ts'

/** Where lazy loading scripts keep the address of the real image, the most trusted first. */
const LAZY_SOURCES = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-lazy',
  'data-actualsrc',
  'data-original-src',
  'data-hi-res-src',
  'data-full-src',
  'data-image',
  'data-img-src',
  'data-url',
  'data-echo',
  'data-canonical-src',
]
const SOURCE_SET = ['srcset']
const SOURCE_SETS = [...SOURCE_SET, 'data-srcset', 'data-lazy-srcset', 'data-original-set']

/** Stand-ins for an image that has not been loaded. */
const PLACEHOLDER =
  /^data:|^about:|^#|^$|(?:^|[/_-])(?:blank|spacer|placeholder|transparent|pixel|1x1|lazy(?:load)?|loading|grey|gray)(?:[._-][\w-]*)?\.(?:gif|png|svg|jpe?g|webp)/i

/** Hosts whose images count visitors instead of showing something; their subdomains too. */
const TRACKER_HOSTS = new Set(
  (
    'doubleclick.net google-analytics.com googletagmanager.com scorecardresearch.com quantserve.com pixel.wp.com ' +
    'stats.wp.com bat.bing.com sb.voicefive.com analytics.twitter.com px.ads.linkedin.com mc.yandex.ru ' +
    'counter.yadro.ru top-fwz1.mail.ru hits.dealer.com pi.pardot.com ct.pinterest.com'
  ).split(' '),
)
const TRACKER_PATH =
  /^(?:https?:)?\/\/(?:www\.)?facebook\.com\/tr\b|\/(?:tracking[_-]?)?(?:pixel|beacon|1x1)\.(?:gif|png)/i

/** Characters of a name in the DNS (RFC 1035). */
const MAX_HOST = 255

/** An `<img>` as content: undefined for tracking pixels and images without an address. */
export function readImage(img: Element, resolve: ResolveAddress): Image | undefined {
  const { attrs } = img
  if (isTracker(img)) return undefined
  const source = bestSource(img)
  const src = source === undefined ? undefined : resolve(source)
  if (src === undefined || src === '') return undefined
  return { type: 'image', src, alt: oneLine(attrs.alt ?? ''), title: oneLine(attrs.title ?? '') }
}

/** An image of one or two pixels, invisible, or from a tracking host. */
export function isTracker(img: Element): boolean {
  const { width, height, src, style } = img.attrs
  if (isDot(width) && isDot(height)) return true
  if (style && /(?:^|[;\s])(?:width|height)\s*:\s*[01](?:px)?\s*(?:;|$)/.test(style)) return true
  return src !== undefined && isTrackerAddress(src)
}

function isTrackerAddress(src: string): boolean {
  const start = src.indexOf('//') + 2
  if (start >= 2 && start <= 8) {
    let [host] = src.slice(start, start + MAX_HOST + 1).split(/[/?#:]/, 1) as [string]
    if (host.length > MAX_HOST) return false
    for (let dot = 0; dot >= 0; dot = host.indexOf('.'), host = host.slice(dot + 1))
      if (TRACKER_HOSTS.has(host)) return true
  }
  return TRACKER_PATH.test(src)
}

function isDot(size: string | undefined): boolean {
  return size !== undefined && /^\s*[0-2](?:px)?\s*$/.test(size)
}

/** The address of the largest real rendition an image names: what a browser with a large window would load. */
export function bestSource(img: Element): string | undefined {
  const { attrs } = img
  const fromPicture = pictureSource(img)
  if (fromPicture) return fromPicture
  const mayBeLazy = hasData(attrs)
  for (const name of mayBeLazy ? SOURCE_SETS : SOURCE_SET) {
    const best = attrs[name] && largestCandidate(attrs[name])
    if (best) return best
  }
  const lazy = mayBeLazy
    ? LAZY_SOURCES.map((name) => attrs[name]).find((value) => value && looksLikeAddress(value))
    : undefined
  const src = attrs.src?.trim()
  if (lazy && (!src || PLACEHOLDER.test(src) || attrs['data-src'] !== undefined)) return lazy
  return src && !src.startsWith('data:') ? src : lazy
}

/** Lazy loading scripts keep addresses in attributes of their own; most images have none. */
function hasData(attrs: Element['attrs']): boolean {
  for (const name in attrs) if (name.startsWith('data-')) return true
  return false
}

function looksLikeAddress(value: string): boolean {
  return !PLACEHOLDER.test(value) && !/^[{[]/.test(value) && /[./]/.test(value) && !/\s/.test(value.trim())
}

/** Formats that few programs besides browsers show, and sources for small windows only. */
const UNSUITED_TYPE = /avif|jxl|jp2|heic/
const SMALL_WINDOW = /max-width|max-device-width|orientation\s*:\s*portrait|prefers-color-scheme\s*:\s*dark/

/** `<picture><source srcset>`: the first source that fits is the one the author prefers. */
function pictureSource(img: Element): string | undefined {
  let picture = img.parent
  for (let up = 0; up < 3 && picture?.type === ELEMENT && picture.tag !== 'picture'; up++)
    picture = picture.parent
  if (picture?.type !== ELEMENT || picture.tag !== 'picture') return undefined
  if (!pictureSources.has(picture)) pictureSources.set(picture, firstSource(picture))
  return pictureSources.get(picture)
}

/** By picture: a page may put thousands of images into one. */
const pictureSources = new WeakMap<Element, string | undefined>()

function firstSource(picture: Element): string | undefined {
  for (const child of picture.children) {
    if (child.type !== ELEMENT || child.tag !== 'source') continue
    if (UNSUITED_TYPE.test(child.attrs.type ?? '') || SMALL_WINDOW.test(child.attrs.media ?? '')) continue
    const best = largestCandidate(child.attrs.srcset ?? child.attrs['data-srcset'] ?? '')
    if (best) return best
  }
  return undefined
}

/** The candidate with the greatest width or density; among equals the first. */
function largestCandidate(srcset: string): string | undefined {
  let best: string | undefined
  let bestSize = -1
  for (const { url, size = 1 } of sourceCandidates(srcset)) {
    if (size <= bestSize || PLACEHOLDER.test(url)) continue
    best = url
    bestSize = size
  }
  return best
}

function oneLine(text: string): string {
  return text === '' ? '' : collapse(text)
}
