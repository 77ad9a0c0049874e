import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const interruption = new AbortController()
let current: ChildProcess | undefined

/** Runs a JavaScript tool in the foreground and gives its exit code. After an interruption none is started. */
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

/** Hands Ctrl-C and the like on to the tool that is running; the signal says that this has happened. */
export function catchInterruptions(): AbortSignal {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      interruption.abort()
      // Ctrl-C in a terminal has reached the tool already; twice would make it end without clearing up.
      if (signal === 'SIGTERM' || !process.stdin.isTTY) current?.kill(signal)
    })
  }
  return interruption.signal
}
