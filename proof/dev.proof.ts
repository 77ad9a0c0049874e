import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../scripts/find-free-port.ts'

const root = join(import.meta.dirname, '..')
/** Used in place; the rest is copied, because the command builds unoptimized pages. */
const shared = ['node_modules', '.cache']
const left = ['.git', '.data', 'dist', 'docs', 'e2e', 'proof', 'bench', 'structure', 'test-results']

async function copyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'front-desk-dev-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  for (const name of await readdir(root))
    if (![...shared, ...left].includes(name))
      await cp(join(root, name), join(folder, name), { recursive: true })
  for (const name of shared) await symlink(join(root, name), join(folder, name))
  await mkdir(join(folder, 'dist'))
  return folder
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // All of its processes have ended.
  }
}

test('npm run dev serves the demo without any settings, and Ctrl-C ends it', {
  timeout: 180_000,
}, async () => {
  const port = await findFreePort()
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: await copyProject(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, PORT: String(port), DESK_PORT: 'off' },
    // A separate process group, to end the server with the command.
    detached: true,
  })
  onTestFinished(() => endGroup(child.pid))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  const welcome = `Front Desk is running at http://localhost:${port}/login/`
  while (!said.includes(welcome) || !(await isReady())) {
    expect(said).not.toContain('The server ended')
    expect({ code: child.exitCode, signal: child.signalCode }, said).toEqual({ code: null, signal: null })
    await pause(100)
  }
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  expect(await isReady()).toBe(false)
})
