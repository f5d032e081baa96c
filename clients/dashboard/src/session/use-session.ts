import { useSyncExternalStore } from 'preact/compat'
import { isSignedIn, onSignIn, organization } from './store.ts'

/** Whether somebody is signed in, and for whom they act; a component that uses it is drawn anew when that changes. */
export function useSession(): { signedIn: boolean; organization: string | undefined } {
  const signedIn = useSyncExternalStore(onSignIn, isSignedIn)
  const acting = useSyncExternalStore(onSignIn, organization)
  return { signedIn, organization: acting }
}
