import type { Platform } from '@gleaner/http-tiers'

/** What a browser passes itself off as, from its start to its end: what is claimed here holds in all its contexts. */
export type Device = 'desktop' | 'phone'

interface DeviceFacts {
  /** The system that it says it runs on. */
  platform: Platform
  /** A graphics card of such devices: a server has none, and Chromium would name its software renderer. */
  graphics: { vendor: string; renderer: string }
  /** Switches that give it the screen and the pointer of such a device: without each a check of ours failed. */
  flags: readonly string[]
  /** In the form of Chromium's `Preferences` file. */
  preferences: object
}

/** The screen of a desktop's windows, with a panel at its top. The most common one (StatCounter). */
export const SCREEN = { width: 1920, height: 1080, barHeight: 32 }
const SCREEN_FLAG = `--screen-info={${SCREEN.width}x${SCREEN.height} workAreaTop=${SCREEN.barHeight}}`

/** Blink's numbers (third_party/blink/public/mojom/css): pointer coarse 2, fine 4; hover none 1, hover 2. */
const pointer = (type: 2 | 4, hover: 1 | 2) =>
  `--blink-settings=primaryPointerType=${type},availablePointerTypes=${type},primaryHoverType=${hover},availableHoverTypes=${hover}`

export const DEVICES: Record<Device, DeviceFacts> = {
  desktop: {
    // The system that the browser runs on: its fonts, its graphics and its TLS reveal it anyway.
    platform: 'linux',
    graphics: {
      vendor: 'Google Inc. (Intel)',
      renderer: 'ANGLE (Intel, Mesa Intel(R) UHD Graphics 630 (CFL GT2), OpenGL 4.6)',
    },
    flags: [SCREEN_FLAG, pointer(4, 2)],
    preferences: {},
  },
  phone: {
    platform: 'android',
    // The Galaxy S21 of `identity/platforms.ts`.
    graphics: { vendor: 'Google Inc. (ARM)', renderer: 'ANGLE (ARM, Mali-G78, OpenGL ES 3.2)' },
    // The phone's own screen is emulated for each page, as there are several.
    flags: [
      SCREEN_FLAG,
      pointer(2, 1),
      // What Chrome for Android has and desktops have not, and the other way around: detectors tell them apart by it.
      '--enable-blink-features=NetInfoDownlinkMax',
      '--disable-blink-features=AudioOutputDevices',
    ],
    // Chrome for Android shows no PDF, and so has no plugins.
    preferences: { plugins: { always_open_pdf_externally: true } },
  },
}

/**
 * The names of ANGLE's graphics card, in the environment of the browser that is to have it (ANGLE, libANGLE/Context.cpp).
 * They are what WebGL reports, in pages, frames and workers alike.
 */
export function graphicsEnvironment(device: Device): Record<string, string> {
  const { vendor, renderer } = DEVICES[device].graphics
  return { ANGLE_GL_VENDOR: vendor, ANGLE_GL_RENDERER: renderer }
}
