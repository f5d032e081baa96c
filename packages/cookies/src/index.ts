export * from './cookie.ts'
export * from './import/read-cookies.ts'
export * from './session-domain.ts'
