import { useQuery } from '@tanstack/react-query'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Link, useLocation } from 'wouter'
import { gleaner, queries } from '../api/client.ts'
import { formatNumber } from '../parts/amounts.tsx'
import { Button } from '../parts/button.tsx'
import { end } from '../session/store.ts'
import { useSession } from '../session/use-session.ts'
import * as words from '../words/index.ts'
import { AccountSwitch } from './account-switch.tsx'
import { Palette } from './palette.tsx'
import { type Group, ROUTES } from './routes.ts'
import { ThemeSwitch } from './theme.tsx'
import { WaitingBar } from './waiting-bar.tsx'
import './shell.css'

const GROUPS = Object.keys(words.shell.groups) as Group[]

/** The frame around every page: where one can go, for whom one acts, and what is left. */
export function Shell({ children }: { children: ComponentChildren }) {
  const { signedIn } = useSession()
  const [path] = useLocation()
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(false), [path])
  return (
    <div class="shell">
      <a class="skip" href="#content">
        {words.common.skipToContent}
      </a>
      <header class="top">
        <Button
          kind="quiet"
          class="menu-button"
          aria-expanded={open}
          aria-controls="navigation"
          onClick={() => setOpen(!open)}
        >
          {words.shell.menu}
        </Button>
        <Link href="/" class="brand">
          {words.common.product}
        </Link>
        <div class="row top-right">
          <Palette />
          {signedIn ? <WhoAmI /> : <SignInLinks />}
          <ThemeSwitch />
        </div>
      </header>
      <nav id="navigation" class={open ? 'side open' : 'side'} aria-label={words.shell.navigation}>
        {GROUPS.map((group) => (
          <NavigationGroup key={group} group={group} path={path} />
        ))}
        <a class="nav-link" href="/docs">
          {words.shell.docs}
        </a>
      </nav>
      <main id="content" class="content stack" tabIndex={-1}>
        {children}
      </main>
      <WaitingBar />
    </div>
  )
}

function NavigationGroup({ group, path }: { group: Group; path: string }) {
  const { signedIn } = useSession()
  const { data: me } = useMe()
  const routes = ROUTES.filter(
    (route) => route.group === group && (route.open || signedIn) && (!route.operator || me?.is_operator),
  )
  if (routes.length === 0) return null
  return (
    <div class="nav-group">
      <h2>{words.shell.groups[group]}</h2>
      <ul>
        {routes.map(({ path: to, title }) => (
          <NavigationItem key={to} to={to} title={title!} isCurrent={isWithin(path, to)} />
        ))}
      </ul>
    </div>
  )
}

function NavigationItem({ to, title, isCurrent }: { to: string; title: string; isCurrent: boolean }) {
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // Of many pages the current one may stand below what is in sight.
    if (isCurrent) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li ref={item}>
      <Link class="nav-link" href={to} aria-current={isCurrent ? 'page' : undefined}>
        {title}
      </Link>
    </li>
  )
}

const isWithin = (path: string, to: string) => (to === '/' ? path === '/' : `${path}/`.startsWith(`${to}/`))

function useMe() {
  const { signedIn, organization } = useSession()
  return useQuery({
    queryKey: ['me', organization],
    queryFn: ({ signal }) => gleaner().auth.me({ signal }),
    enabled: signedIn,
  })
}

function WhoAmI() {
  const { data: me } = useMe()
  const signOut = async () => {
    await gleaner()
      .auth.logout()
      .catch(() => undefined)
    queries.clear()
    end()
  }
  return (
    <>
      {me && (
        <Link href="/billing" class="balance mono" title={words.shell.balance}>
          {words.common.credits(formatNumber(me.credits_remaining))}
        </Link>
      )}
      <AccountSwitch />
      <Button kind="quiet" onClick={signOut}>
        {words.shell.signOut}
      </Button>
    </>
  )
}

function SignInLinks() {
  return (
    <>
      <Link class="button quiet" href="/sign-in">
        {words.shell.signIn}
      </Link>
      <Link class="button" href="/sign-up">
        {words.shell.signUp}
      </Link>
    </>
  )
}
