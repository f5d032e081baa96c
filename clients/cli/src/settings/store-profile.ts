import { type Config, changeConfig, configPath, type Profile } from './config-file.ts'

/** Keeps a server and its key, as the profile that holds from now on. Returns its name: the one that was given, or that of the host. */
export async function storeProfile(
  env: Readonly<Record<string, string | undefined>>,
  given: string | undefined,
  profile: Profile,
): Promise<string> {
  let name = given ?? ''
  await changeConfig(configPath(env), (config) => {
    name ||= nameFor(config, profile.url)
    config.profiles[name] = profile
    config.current = name
  })
  return name
}

function nameFor({ profiles }: Config, url: string): string {
  const known = Object.keys(profiles).find((name) => profiles[name]!.url === url)
  const { host, pathname } = new URL(url)
  return known ?? `${host}${pathname.replace(/\/$/, '')}`
}
