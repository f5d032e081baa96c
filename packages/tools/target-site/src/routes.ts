import type { RouteGroup } from './route.ts'
import { accountRoutes } from './routes/accounts.ts'
import { charsetRoutes } from './routes/charsets.ts'
import { dataRoutes } from './routes/data.ts'
import { encodingRoutes } from './routes/encodings.ts'
import { fileRoutes } from './routes/files.ts'
import { mirrorRoutes } from './routes/mirrors.ts'
import { pageRoutes } from './routes/pages.ts'
import { redirectRoutes } from './routes/redirects.ts'
import { refusalRoutes } from './routes/refusals.ts'
import { scriptRoutes } from './routes/scripts.ts'
import { sizeRoutes } from './routes/sizes.ts'
import { timingRoutes } from './routes/timing.ts'
import { wallRoutes } from './routes/walls.ts'

/** Every route of the site, in the order of the index page. */
export function routeGroups(): RouteGroup[] {
  return [
    pageRoutes(),
    scriptRoutes(),
    wallRoutes(),
    refusalRoutes(),
    accountRoutes(),
    mirrorRoutes(),
    redirectRoutes(),
    timingRoutes(),
    dataRoutes(),
    fileRoutes(),
    charsetRoutes(),
    encodingRoutes(),
    sizeRoutes(),
  ]
}
