import type { Command } from 'commander'
import type { Run } from '../command.ts'
import { batch } from './batch.ts'
import { completion } from './completion.ts'
import { crawl } from './crawl.ts'
import { doctor } from './doctor.ts'
import { estimate } from './estimate.ts'
import { extract } from './extract.ts'
import { jobs } from './jobs.ts'
import { keys } from './keys.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { map } from './map.ts'
import { mcp } from './mcp.ts'
import { parse } from './parse.ts'
import { scrape } from './scrape.ts'
import { search } from './search.ts'
import { sessions } from './sessions.ts'
import { setup } from './setup.ts'
import { usage } from './usage.ts'
import { watch } from './watch.ts'
import { whoami } from './whoami.ts'

/** Every command, in the order of the help. */
export const COMMANDS: readonly ((run: Run) => Command)[] = [
  scrape,
  batch,
  crawl,
  map,
  search,
  extract,
  parse,
  watch,
  jobs,
  estimate,
  usage,
  sessions,
  keys,
  login,
  logout,
  whoami,
  doctor,
  setup,
  mcp,
  completion,
]
