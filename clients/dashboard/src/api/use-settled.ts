import { useEffect, useState } from 'preact/hooks'

/** A value counts once nobody has typed for so long, in milliseconds. */
const PAUSE_MS = 500

/** Whether the component has been shown for a moment. */
export function useHasStood(): boolean {
  const [hasStood, setStood] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStood(true), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [])
  return hasStood
}

/** The value once it has stood for a moment: what is asked about it is not asked at each key. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
