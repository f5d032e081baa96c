import { ELEMENT, type Element } from '@gleaner/markup'
import type { ResolveAddress } from '../address.ts'
import type { Link } from '../block.ts'

/** Players and posts that a page embeds as content: the frame's address, and the page that shows the same. */
const EMBEDS: [name: string, pattern: RegExp, toPage: (id: string, src: string) => string][] = [
  [
    'YouTube video',
    /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/(?:embed|v)\/([\w-]{6,})/,
    (id) => `https://www.youtube.com/watch?v=${id}`,
  ],
  ['Vimeo video', /^https?:\/\/player\.vimeo\.com\/video\/(\d+)/, (id) => `https://vimeo.com/${id}`],
  [
    'Post on X',
    /^https?:\/\/platform\.twitter\.com\/embed\/.*[?&]id=(\d+)/,
    (id) => `https://x.com/i/status/${id}`,
  ],
  ['Post on X', /^https?:\/\/(?:twitter|x)\.com\/\w+\/status\/(\d+)/, (_, src) => src],
  [
    'Dailymotion video',
    /^https?:\/\/(?:www\.)?dailymotion\.com\/embed\/video\/(\w+)/,
    (id) => `https://www.dailymotion.com/video/${id}`,
  ],
  [
    'Bilibili video',
    /^https?:\/\/player\.bilibili\.com\/player\.html\?.*bvid=(\w+)/,
    (id) => `https://www.bilibili.com/video/${id}`,
  ],
  ['Loom video', /^https?:\/\/(?:www\.)?loom\.com\/embed\/(\w+)/, (id) => `https://www.loom.com/share/${id}`],
  ['Spotify', /^https?:\/\/open\.spotify\.com\/embed\/([\w/]+)/, (id) => `https://open.spotify.com/${id}`],
  ['SoundCloud', /^https?:\/\/w\.soundcloud\.com\/player\//, (_, src) => src],
  [
    'CodePen',
    /^https?:\/\/codepen\.io\/[\w-]+\/(?:embed|pen)\//,
    (_, src) => src.replace('/embed/', '/pen/'),
  ],
  ['Map', /^https?:\/\/(?:www\.)?(?:google\.[a-z.]+\/maps|openstreetmap\.org)\//, (_, src) => src],
]

/** A frame that shows content of another site, as a link to it; undefined for advertising and widgets. */
export function readFrame(frame: Element, resolve: ResolveAddress): Link | undefined {
  const { attrs } = frame
  const written = attrs.src || attrs['data-src'] || attrs['data-lazy-src'] || attrs.data || attrs.movie
  const src = resolve((written || '').replace(/^\/\//, 'https://'))
  if (src === undefined) return undefined
  for (const [name, pattern, toPage] of EMBEDS) {
    const match = pattern.exec(src)
    if (match) return link(toPage(match[1] ?? '', src), attrs.title || name)
  }
  return undefined
}

/** Players that stand there as a picture until they are clicked: `<lite-youtube videoid>`, `<youtube-video src>`. */
export function readLitePlayer({ tag, attrs }: Element): Link | undefined {
  const name = tag.includes('vimeo') ? 'Vimeo video' : 'YouTube video'
  const id = attrs.videoid ?? attrs['video-id']
  if (id === undefined || !/^[\w-]{4,20}$/.test(id)) return undefined
  const href = tag.includes('vimeo') ? `https://vimeo.com/${id}` : `https://www.youtube.com/watch?v=${id}`
  return link(href, attrs.videotitle || attrs.title || attrs.playlabel || name)
}

/** A `<video>` or `<audio>` as a link to its file. */
export function readMedia(media: Element, resolve: ResolveAddress): Link | undefined {
  const source = media.children.find((child) => child.type === ELEMENT && child.tag === 'source')
  const src =
    media.attrs.src || media.attrs['data-src'] || (source?.type === ELEMENT ? source.attrs.src : undefined)
  const href = src ? resolve(src) : undefined
  const name = media.tag === 'audio' ? 'Audio' : 'Video'
  return href ? link(href, media.attrs.title || media.attrs['aria-label'] || name) : undefined
}

function link(href: string, text: string): Link {
  return {
    type: 'link',
    href,
    title: '',
    children: [{ type: 'text', value: text.replace(/\s+/g, ' ').trim() }],
  }
}
