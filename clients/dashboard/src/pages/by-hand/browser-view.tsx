import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import * as words from '../../words/index.ts'
import { followKeys } from './keys.ts'
import { followPointer } from './pointer.ts'
import type { Frame, Viewer } from './use-viewer.ts'

const said = words.byHand
/** The size of the window follows its place, this long after it has changed. */
const SETTLE_MS = 300

/** The picture of the browser: what is done on it, and typed while it has the focus, is done there. `draw.current` takes frames. */
export function BrowserView({
  viewer,
  draw,
  onLeave,
}: {
  viewer: Viewer
  draw: { current: (frame: Frame) => void }
  onLeave: () => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const page = useRef({ width: 1, height: 1 })
  const [isFocused, setFocused] = useState(false)
  const { tabs, takesText } = viewer.state
  const shown = tabs?.tabs.find(({ tab }) => tab === tabs.shown)
  const latest = useRef({ viewer, onLeave })
  latest.current = { viewer, onLeave }
  const act = (action: object) => latest.current.viewer.act(action)

  draw.current = ({ number, width, height, picture }) => {
    void createImageBitmap(picture).then((bitmap) => {
      const element = canvas.current
      if (element) {
        page.current = { width, height }
        if (element.width !== bitmap.width) element.width = bitmap.width
        if (element.height !== bitmap.height) element.height = bitmap.height
        element.getContext('2d')!.drawImage(bitmap, 0, 0)
      }
      bitmap.close()
      act({ type: 'drawn', frame: number })
    })
  }

  useEffect(() => {
    const pageNow = () => ({ ...page.current, isPhone: latest.current.viewer.state.tabs?.is_phone ?? false })
    const endPointer = followPointer(canvas.current!, act, pageNow)
    const endKeys = followKeys(field.current!, act, () => latest.current.onLeave())
    return () => {
      endPointer()
      endKeys()
    }
  }, [])

  const isOpen = viewer.state.connection === 'open'
  useEffect(() => {
    if (!isOpen) return
    let timer: ReturnType<typeof setTimeout>
    const tellSize = () => {
      const width = canvas.current!.parentElement!.clientWidth
      act({ type: 'size', width, height: Math.round(Math.max(400, innerHeight - 260)) })
    }
    const onResize = () => {
      clearTimeout(timer)
      timer = setTimeout(tellSize, SETTLE_MS)
    }
    tellSize()
    window.addEventListener('resize', onResize)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('resize', onResize)
    }
  }, [isOpen])

  // Phones show their keyboard for what has the focus.
  useEffect(() => {
    if (takesText) field.current?.focus({ preventScroll: true })
  }, [takesText])

  const focus = () => field.current?.focus({ preventScroll: true })
  return (
    <div class="browser-view">
      <div class={`browser-picture ${isFocused ? 'focused' : ''} ${tabs?.is_phone ? 'phone' : ''}`}>
        <canvas
          ref={canvas}
          width={1280}
          height={720}
          role="img"
          aria-label={said.picture(shown?.origin || said.noOrigin)}
          onMouseDown={focus}
        />
        <textarea
          ref={field}
          class="browser-keys"
          aria-label={said.keys}
          autocapitalize="none"
          autocomplete="off"
          spellcheck={false}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        />
      </div>
      <div class="row between">
        <p class="small muted">{isFocused ? said.focused : said.notFocused}</p>
        <Button class="on-touch" onClick={focus}>
          {said.keyboard}
        </Button>
      </div>
    </div>
  )
}
