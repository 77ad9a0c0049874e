import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const interruption = new AbortController()
let current: ChildProcess | undefined

/**
 * Runs a JavaScript tool in the foreground and returns its exit code. After an interruption no tool is
 * started.
 */
export async function runTool(
  tool: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<number> {
  if (interruption.signal.aborted) return 130
  const child = spawn(process.execPath, [join(root, tool), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  current = child
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** Forwards Ctrl-C and similar signals to the running tool; the returned signal reports that it happened. */
export function catchInterruptions(): AbortSignal {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      interruption.abort()
      // In a terminal, the tool has already received Ctrl-C; a second one would make it exit without cleaning
      // up.
      if (signal === 'SIGTERM' || !process.stdin.isTTY) current?.kill(signal)
    })
  }
  return interruption.signal
}
