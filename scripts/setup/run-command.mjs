import { spawn } from 'node:child_process'

const KEPT_OUTPUT = 8_000

/**
 * Runs a command to its end and keeps its last output. Resolves to `{ ok, output }`; never rejects.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined> }} [options]
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function runCommand(program, args, { cwd, env } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const keep = (data) => {
      output = (output + data).slice(-KEPT_OUTPUT)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })
}
