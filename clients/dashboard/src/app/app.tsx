import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'preact/compat'
import { Redirect, Route, Router, Switch } from 'wouter'
import { queries } from '../api/client.ts'
import { useSession } from '../session/use-session.ts'
import { NotFound } from './not-found.tsx'
import { ROUTES } from './routes.ts'
import { Shell } from './shell.tsx'

export function App() {
  const { signedIn, organization } = useSession()
  return (
    <QueryClientProvider client={queries}>
      <Router base="/app">
        {/* What was read for one account is never shown for another. */}
        <Shell key={`${signedIn} ${organization ?? ''}`}>
          <Suspense fallback={<div class="page-loading" aria-busy="true" />}>
            <Switch>
              {ROUTES.map(({ path, page: Page, open }) => (
                <Route key={path} path={path}>
                  {(params) =>
                    signedIn || open ? (
                      <Page params={params as Record<string, string>} />
                    ) : (
                      <Redirect to={`/sign-in?next=${encodeURIComponent(here())}`} />
                    )
                  }
                </Route>
              ))}
              <Route>
                <NotFound />
              </Route>
            </Switch>
          </Suspense>
        </Shell>
      </Router>
    </QueryClientProvider>
  )
}

const here = () => location.pathname.replace(/^\/app/, '') + location.search
