import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'wouter'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useSession } from '../session/use-session.ts'
import * as words from '../words/index.ts'
import { ROUTES } from './routes.ts'
import './palette.css'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface Place {
  title: string
  to: string
}

/** Leads anywhere by the keyboard (Ctrl or Cmd with K): to a page by its name, to a job by its id, to the playground by an address. */
export function Palette() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <Button kind="quiet" class="palette-button" onClick={() => setOpen(true)}>
        {words.shell.palette.open}
      </Button>
      <Dialog title={words.shell.palette.open} open={isOpen} onClose={() => setOpen(false)}>
        <Search onChosen={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Search({ onChosen }: { onChosen: () => void }) {
  const { signedIn } = useSession()
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const places = placesFor(text.trim(), signedIn)
  const go = ({ to }: Place) => {
    navigate(to)
    onChosen()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && places.length > 0) {
      event.preventDefault()
      setAt((at + step + places.length) % places.length)
    }
    const chosen = places[at]
    if (event.key === 'Enter' && chosen) go(chosen)
  }
  return (
    <>
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={words.shell.palette.hint}
        aria-expanded="true"
        aria-controls="places"
        aria-activedescendant={places[at] ? `place-${at}` : undefined}
        placeholder={words.shell.palette.hint}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id="places" role="listbox" aria-label={words.shell.palette.open} class="places">
        {places.map((place, index) => (
          <div
            key={place.to}
            id={`place-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => go(place)}
          >
            {place.title}
          </div>
        ))}
      </div>
      {places.length === 0 && <p class="muted">{words.shell.palette.nothing}</p>}
    </>
  )
}

function placesFor(text: string, signedIn: boolean): Place[] {
  if (UUID.test(text)) return [{ title: words.shell.palette.job(text), to: `/jobs/${text}` }]
  const pages = ROUTES.flatMap(({ title, path, open }) =>
    title && (signedIn || open) && title.toLowerCase().includes(text.toLowerCase())
      ? [{ title, to: path }]
      : [],
  )
  return /^https?:\/\/|^[\w-]+(?:\.[\w-]+)+/.test(text)
    ? [{ title: words.shell.palette.scrape(text), to: `/?url=${encodeURIComponent(text)}` }, ...pages]
    : pages
}
