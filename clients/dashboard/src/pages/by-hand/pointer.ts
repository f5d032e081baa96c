type Act = (action: object) => void

interface Size {
  width: number
  height: number
}

const BUTTONS = ['left', 'middle', 'right'] as const
/** A finger that moves so little has tapped, in pixels. */
const TAP_PIXELS = 8

export const modifiersOf = ({ altKey, ctrlKey, metaKey, shiftKey }: MouseEvent | KeyboardEvent): number =>
  (altKey ? 1 : 0) + (ctrlKey || metaKey ? 2 : 0) + (shiftKey ? 8 : 0)

/** Passes on what a mouse or fingers do on the picture of a page. Returns what ends it. */
export function followPointer(
  canvas: HTMLCanvasElement,
  act: Act,
  page: () => Size & { isPhone: boolean },
): () => void {
  const ended = new AbortController()
  const options = { signal: ended.signal, passive: false } as const
  let isMoving = false

  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left, top, width, height } = canvas.getBoundingClientRect()
    const { width: pageWidth, height: pageHeight } = page()
    return {
      x: Math.round(((clientX - left) / width) * pageWidth),
      y: Math.round(((clientY - top) / height) * pageHeight),
    }
  }

  function mouse(action: 'move' | 'down' | 'up', event: MouseEvent): void {
    event.preventDefault()
    if (page().isPhone) asFinger(action, event)
    else click(action, event)
  }

  function click(action: 'move' | 'down' | 'up', event: MouseEvent): void {
    const button = action === 'move' ? 'none' : (BUTTONS[event.button] ?? 'none')
    const { buttons, detail } = event
    act({
      type: 'mouse',
      action,
      ...placeOf(event),
      button,
      buttons,
      clicks: Math.min(detail, 3),
      modifiers: modifiersOf(event),
    })
  }

  /** A phone is touched. */
  function asFinger(action: 'move' | 'down' | 'up', event: MouseEvent): void {
    if (action === 'move' && event.buttons === 0) return
    const name = action === 'down' ? 'start' : action === 'up' ? 'end' : 'move'
    act({ type: 'touch', action: name, points: action === 'up' ? [] : [{ ...placeOf(event), id: 0 }] })
  }

  canvas.addEventListener('mousedown', (event) => mouse('down', event), options)
  window.addEventListener('mouseup', (event) => event.target === canvas && mouse('up', event), options)
  canvas.addEventListener(
    'mousemove',
    (event) => {
      if (isMoving) return
      isMoving = true
      requestAnimationFrame(() => {
        isMoving = false
        mouse('move', event)
      })
    },
    options,
  )
  canvas.addEventListener('contextmenu', (event) => event.preventDefault(), options)
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      const [dx, dy] = [event.deltaX, event.deltaY].map((delta) => Math.max(-5_000, Math.min(5_000, delta)))
      act({ type: 'mouse', action: 'wheel', ...placeOf(event), dx, dy, modifiers: modifiersOf(event) })
    },
    options,
  )

  let began: { x: number; y: number } | undefined
  let last: { x: number; y: number } | undefined
  let hasScrolled = false

  function touch(action: 'start' | 'move' | 'end' | 'cancel', event: TouchEvent): void {
    event.preventDefault()
    const points = [...event.touches].slice(0, 5).map((one) => ({ ...placeOf(one), id: one.identifier % 20 }))
    if (page().isPhone) act({ type: 'touch', action, points })
    else fingerOnDesktop(action, points[0])
  }

  /** A desktop's page is clicked by a tap, and scrolled by a finger that moves. */
  function fingerOnDesktop(action: string, point: { x: number; y: number } | undefined): void {
    if (action === 'start') {
      began = last = point
      hasScrolled = false
    } else if (action === 'move' && point && last && began) {
      hasScrolled ||= Math.hypot(point.x - began.x, point.y - began.y) > TAP_PIXELS
      if (hasScrolled)
        act({ type: 'mouse', action: 'wheel', ...began, dx: last.x - point.x, dy: last.y - point.y })
      last = point
    } else if (action === 'end' && began && !hasScrolled) {
      act({ type: 'mouse', action: 'down', ...began, button: 'left', buttons: 1, clicks: 1 })
      act({ type: 'mouse', action: 'up', ...began, button: 'left', clicks: 1 })
    }
  }

  for (const action of ['start', 'move', 'end', 'cancel'] as const)
    canvas.addEventListener(`touch${action}`, (event) => touch(action, event), options)
  return () => ended.abort()
}
