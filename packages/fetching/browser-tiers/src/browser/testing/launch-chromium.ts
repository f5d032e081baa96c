import { type Browser, launch } from 'puppeteer-core'
import { CHROMIUM } from './chromium-path.ts'

/** A browser of a person, by which tests look at pages of ours. Close it. */
export async function launchChromium(): Promise<Browser> {
  return await launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
}
