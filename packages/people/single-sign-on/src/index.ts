export { connectByPassword } from './connect-by-password.ts'
export { openSingleSignOn, type SingleSignOn } from './context.ts'
export { beginSingleSignOn, signInByProvider } from './sign-in-by-provider.ts'
