import type { Socket } from 'node:net'

export interface Login {
  user: string
  password: string
}

/** What every kind of proxy asks of the rest. */
export interface ProxyRules {
  isWelcome(login: Login): boolean
  carry(user: string, target: string): Socket
}
