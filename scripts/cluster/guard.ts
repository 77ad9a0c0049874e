// Outlives the command that started the cluster, however that command ends, and cleans up after it. The
// command reports each process that it starts ("SIGKILL 4711"); when our standard input closes, those still
// running are killed and the folder is removed.
import { readFileSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

const [folder = ''] = process.argv.slice(2)
const started = new Map<number, { signal: NodeJS.Signals; startedAt: string | undefined }>()

for await (const line of createInterface({ input: process.stdin })) {
  const [signal, pid] = line.split(' ') as [NodeJS.Signals, string]
  started.set(Number(pid), { signal, startedAt: startOf(Number(pid)) })
}
for (const pid of started.keys()) end(pid, started.get(pid)?.signal)
for (let tries = 0; tries < 50 && [...started.keys()].some(isSame); tries += 1) await pause(100)
for (const pid of started.keys()) end(pid, 'SIGKILL')
rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })

function end(pid: number, signal: NodeJS.Signals | undefined): void {
  if (isSame(pid)) process.kill(pid, signal)
}

/** The system reuses ids: only a process with the same start time is the one that was started. */
function isSame(pid: number): boolean {
  const start = startOf(pid)
  return start !== undefined && start === started.get(pid)?.startedAt
}

function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? undefined : rest[18]
  } catch {
    return undefined
  }
}
