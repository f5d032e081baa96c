import type { Socket } from 'node:net'

export interface Login {
  user: string
  password: string
}

/** What the test proxies of every protocol share. */
export interface ProxyRules {
  isAuthorized(login: Login): boolean
  connect(user: string, target: string): Socket
}
