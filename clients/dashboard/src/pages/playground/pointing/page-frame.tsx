import type { Ref } from 'preact'
import { forwardRef } from 'preact/compat'
import { useEffect, useImperativeHandle, useRef } from 'preact/hooks'
import * as words from '../../../words/index.ts'
import type { FromFrame, ToFrame } from './messages.ts'

export interface PageFrame {
  tell(message: ToFrame): void
}

/** Where the gateway serves the frame, with a policy of its own. */
const FRAME = `${import.meta.env.BASE_URL}pointing.html`

/** A fetched page in a frame of an origin of its own: it reaches nothing here, and only messages leave it. */
export const PageFrame = forwardRef(function PageFrame(
  { html, base, onMessage }: { html: string; base: string; onMessage: (message: FromFrame) => void },
  ref: Ref<PageFrame>,
) {
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef(onMessage)
  latest.current = onMessage
  const isReady = useRef(false)
  const tell = (message: ToFrame) => frame.current?.contentWindow?.postMessage(message, '*')
  const show = () => tell({ type: 'show', html, base, theme: themeOf(frame.current!) })
  useImperativeHandle(ref, () => ({ tell }), [])
  useEffect(() => {
    const hear = ({ data, source }: MessageEvent<FromFrame>) => {
      if (source !== frame.current?.contentWindow) return
      if (data.type === 'ready') {
        isReady.current = true
        show()
      } else latest.current(data)
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  })
  useEffect(() => {
    if (isReady.current) show()
  }, [html, base])
  return (
    <iframe
      ref={frame}
      class="page-frame"
      src={FRAME}
      sandbox="allow-scripts"
      referrerpolicy="no-referrer"
      title={words.pointing.frame}
    />
  )
})

const themeOf = (element: Element): 'light' | 'dark' =>
  document.documentElement.dataset.theme === 'dark' ||
  (document.documentElement.dataset.theme !== 'light' &&
    element.ownerDocument.defaultView!.matchMedia('(prefers-color-scheme: dark)').matches)
    ? 'dark'
    : 'light'
