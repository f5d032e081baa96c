export type Platform = 'windows' | 'macos' | 'linux' | 'android'

/** How Chrome describes the system it runs on. */
export interface PlatformFacts {
  /** The part of the user agent in parentheses; frozen by Chrome's user-agent reduction. */
  userAgentPart: string
  /** `Sec-CH-UA-Platform` and `navigator.userAgentData.platform`. */
  hint: string
  /** `Sec-CH-UA-Platform-Version`; Windows reports the version of its contract (15 and above is Windows 11). */
  hintVersion: string
  architecture: string
  bitness: string
  model: string
  /** `navigator.platform`. */
  navigatorPlatform: string
  mobile: boolean
  /** `navigator.hardwareConcurrency` of such devices; absent: what the machine has. */
  cores?: number
  /** Common screens as [width, height, device pixel ratio]; viewports are these less the browser's own frame. */
  screens: readonly (readonly [width: number, height: number, scale: number])[]
  /** Height of tabs, address bar and system bar above and below a page, in CSS pixels. */
  chromeHeight: number
}

/** One row for each platform. Source: Chrome's user-agent reduction table and the screen statistics of StatCounter. */
export const PLATFORMS: Record<Platform, PlatformFacts> = {
  windows: {
    userAgentPart: 'Windows NT 10.0; Win64; x64',
    hint: 'Windows',
    hintVersion: '19.0.0',
    architecture: 'x86',
    bitness: '64',
    model: '',
    navigatorPlatform: 'Win32',
    mobile: false,
    screens: [
      [1920, 1080, 1],
      [1536, 864, 1.25],
      [2560, 1440, 1],
      [1366, 768, 1],
    ],
    chromeHeight: 139,
  },
  macos: {
    userAgentPart: 'Macintosh; Intel Mac OS X 10_15_7',
    hint: 'macOS',
    hintVersion: '15.6.0',
    architecture: 'arm',
    bitness: '64',
    model: '',
    navigatorPlatform: 'MacIntel',
    mobile: false,
    screens: [
      [1440, 900, 2],
      [1512, 982, 2],
      [1728, 1117, 2],
    ],
    chromeHeight: 167,
  },
  linux: {
    userAgentPart: 'X11; Linux x86_64',
    hint: 'Linux',
    hintVersion: '',
    architecture: 'x86',
    bitness: '64',
    model: '',
    navigatorPlatform: 'Linux x86_64',
    mobile: false,
    screens: [
      [1920, 1080, 1],
      [2560, 1440, 1],
    ],
    chromeHeight: 137,
  },
  android: {
    userAgentPart: 'Linux; Android 10; K',
    hint: 'Android',
    hintVersion: '15.0.0',
    architecture: '',
    bitness: '',
    model: 'SM-G991B',
    navigatorPlatform: 'Linux armv81',
    mobile: true,
    cores: 8,
    // That of the model: other sizes are other phones.
    screens: [[360, 800, 3]],
    chromeHeight: 131,
  },
}
