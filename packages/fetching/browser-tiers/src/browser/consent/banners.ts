import { consentSelector } from '@gleaner/markup/consent-containers'
import { sleep } from '@gleaner/runtime'
import type { Traffic } from '../network/traffic.ts'
import { waitForIdle } from '../page/wait-for-idle.ts'
import type { Lease } from '../pool/lease.ts'
import { runInPage } from '../protocol/run-in-page.ts'
import { consentScript } from './autoconsent.ts'
import { ANSWER_WORDS, CONSENT_WORDS, GENERIC_CONTAINERS } from './banner-selectors.ts'

/** A rule that has not found its buttons by then will not. */
const ANSWER_MAX_MS = 2_500
/** Banners fade away, and some let content load. */
const AFTER_ANSWER_MS = 150
const IDLE_MAX_MS = 1_500

/**
 * Answers a cookie banner with "no" as a visitor would, by autoconsent's rules; then removes what is left of it, and of
 * the layer that it put over the page, and lets the page scroll. Pages without a banner cost one evaluation.
 */
export async function removeBanners(lease: Lease, traffic: Traffic, signal: AbortSignal): Promise<void> {
  const { session, mainFrameId, page } = lease
  const patterns = {
    known: consentSelector(),
    generic: GENERIC_CONTAINERS.join(','),
    consentWords: CONSENT_WORDS.source,
    answerWords: ANSWER_WORDS.source,
  }
  if (!(await runInPage(session, mainFrameId, handleBanners, patterns, false))) return
  await answerBanner(lease, page.url(), signal)
  await waitForIdle(lease, traffic, signal, IDLE_MAX_MS)
  await runInPage(session, mainFrameId, handleBanners, patterns, true)
}

/** Runs in the page's own world: some rules call functions that the platform's script has put there. */
async function answerBanner({ session }: Lease, url: string, signal: AbortSignal): Promise<void> {
  const expression = await consentScript(url, ANSWER_MAX_MS)
  const answering = session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
  // Some platforms load the page anew when they are answered.
  const answered = await Promise.race([answering.catch(() => undefined), sleep(ANSWER_MAX_MS + 500, signal)])
  if (answered?.result.value === 'answered') await sleep(AFTER_ANSWER_MS, signal)
}

interface BannerPatterns {
  known: string
  generic: string
  consentWords: string
  answerWords: string
}

/** Finds banners; with `remove`, takes them away too. Returns whether there was one. */
function handleBanners(patterns: BannerPatterns, remove: boolean): boolean {
  const MAX_TEXT = 6_000
  const consentWords = new RegExp(patterns.consentWords, 'i')
  const answerWords = new RegExp(patterns.answerWords, 'i')
  const found = new Set<Element>()
  for (const element of document.querySelectorAll(patterns.known)) found.add(element)
  for (const element of document.querySelectorAll(patterns.generic)) {
    if (isBanner(element)) found.add(layerOf(element))
  }
  if (remove) {
    for (const element of found) element.remove()
    if (found.size > 0) for (const element of document.body.children) if (isOverlay(element)) element.remove()
    for (const element of [document.documentElement, document.body]) unlock(element)
  }
  return found.size > 0

  function isBanner(element: Element): boolean {
    if (
      element === document.body ||
      element === document.documentElement ||
      element.querySelector('h1, article')
    )
      return false
    const text = (element.textContent ?? '').slice(0, MAX_TEXT + 1)
    if (text.length < 20 || text.length > MAX_TEXT || !consentWords.test(text)) return false
    const buttons = element.querySelectorAll(
      'button, a, [role=button], input[type=button], input[type=submit]',
    )
    if (
      ![...buttons]
        .slice(0, 50)
        .some((button) => answerWords.test(button.textContent || button.getAttribute('value') || ''))
    )
      return false
    return (
      isLaidOver(layerOf(element)) ||
      element.matches('dialog[open], [role=dialog], [role=alertdialog]') ||
      /banner|notice|bar\b|popup|modal/i.test(`${element.id} ${element.getAttribute('class') ?? ''}`)
    )
  }

  /** The outermost element that lies over the page with this one in it, and holds nothing else. */
  function layerOf(element: Element): Element {
    let layer = element
    for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) {
      const holdsMore =
        (at.textContent ?? '').length > MAX_TEXT || at.querySelector('h1, article, main') !== null
      if (holdsMore) break
      if (isLaidOver(at)) layer = at
    }
    return layer
  }

  function isLaidOver(element: Element): boolean {
    const { position, zIndex } = getComputedStyle(element)
    return position === 'fixed' || position === 'sticky' || (position === 'absolute' && Number(zIndex) > 0)
  }

  /** A layer without text over the whole viewport. */
  function isOverlay(element: Element): boolean {
    if ((element.textContent ?? '').trim() !== '' || getComputedStyle(element).position !== 'fixed')
      return false
    const { width, height } = element.getBoundingClientRect()
    return (
      width >= innerWidth * 0.9 &&
      height >= innerHeight * 0.9 &&
      element.querySelector('img, video, canvas, iframe') === null
    )
  }

  function unlock(element: HTMLElement): void {
    const { overflowY, position } = getComputedStyle(element)
    if (overflowY === 'hidden' || overflowY === 'clip')
      element.style.setProperty('overflow', 'auto', 'important')
    if (position === 'fixed') element.style.setProperty('position', 'static', 'important')
  }
}
