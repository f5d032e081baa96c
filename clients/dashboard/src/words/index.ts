import { account } from './en/account.ts'
import { alerts } from './en/alerts.ts'
import { archive } from './en/archive.ts'
import { billing } from './en/billing.ts'
import { byHand } from './en/by-hand.ts'
import { common } from './en/common.ts'
import { deliveries } from './en/deliveries.ts'
import { exports } from './en/exports.ts'
import { jobs } from './en/jobs.ts'
import { keys } from './en/keys.ts'
import { ladder } from './en/ladder.ts'
import { maps } from './en/maps.ts'
import { monitors } from './en/monitors.ts'
import { oauthClients } from './en/oauth-clients.ts'
import { operate } from './en/operate.ts'
import { options } from './en/options.ts'
import { organizations } from './en/organizations.ts'
import { playground } from './en/playground.ts'
import { pointing } from './en/pointing.ts'
import { schedules } from './en/schedules.ts'
import { settings } from './en/settings.ts'
import { shell } from './en/shell.ts'
import { signIn } from './en/sign-in.ts'
import { states } from './en/states.ts'
import { templates } from './en/templates.ts'
import { things } from './en/things.ts'
import { usage } from './en/usage.ts'
import { work } from './en/work.ts'

/** All that people read, by area. Another language is another object of this type. */
export const words = {
  account,
  billing,
  alerts,
  archive,
  byHand,
  common,
  deliveries,
  exports,
  maps,
  schedules,
  jobs,
  keys,
  ladder,
  monitors,
  oauthClients,
  operate,
  options,
  organizations,
  playground,
  pointing,
  settings,
  shell,
  signIn,
  states,
  templates,
  things,
  usage,
  work,
}
