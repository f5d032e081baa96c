export { createHandler, type Handler } from './create-handler.ts'
export { createServer } from './create-server.ts'
export { runStdio, type StdioOptions } from './run-stdio.ts'
export { readSkill } from './skills.ts'
