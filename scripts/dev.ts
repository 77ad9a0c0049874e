// `npm run dev`: rebuilds the pages and restarts the server when their files change.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { clientPages, deskPages, ssrPages } from './build.ts'
import { watchFolder } from './watch-folder.ts'

const root = join(import.meta.dirname, '..')
/** The original environment: building sets NODE_ENV to production, and the server would inherit that. */
const environment = { ...process.env, DEV_RELOAD: '1' }
const underWay = new Set<object>()
let server: ChildProcess | undefined
let soon: NodeJS.Timeout | undefined
let restart = Promise.resolve()

// These pages are not optimized, so `npm start` must rebuild its own.
rmSync(join(root, 'dist/.stamp'), { force: true })
for (const pages of [clientPages, deskPages, ssrPages]) await buildOnChange(pages)
for (const folder of ['server', 'contract', 'migrations']) {
  watchFolder(join(root, folder), (file) => {
    if (!file.includes('.test.')) restartSoon()
  })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endAll)

async function buildOnChange(pages: typeof clientPages | typeof deskPages | typeof ssrPages) {
  underWay.add(pages)
  const watcher = await build({ ...pages, build: { ...pages.build, minify: false, watch: {} } })
  if (!('on' in watcher)) return
  watcher.on('event', async (event) => {
    if (event.code === 'START') underWay.add(pages)
    if (event.code === 'BUNDLE_END') await event.result.close()
    if (event.code === 'END' || event.code === 'ERROR') underWay.delete(pages)
    if (event.code === 'END') restartSoon()
  })
}

/** Restarts once for a burst of changes, and only when the pages are completely built. */
function restartSoon() {
  clearTimeout(soon)
  soon = setTimeout(() => {
    if (underWay.size === 0) restart = restart.then(() => stopServer()).then(startServer)
  }, 150)
}

function startServer() {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: environment,
  })
  server = child
  child.once('exit', (code) => {
    if (server === child && code) console.error('The server ended; it starts again with the next change.')
  })
}

async function stopServer(signal?: NodeJS.Signals) {
  const child = server
  server = undefined
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const impatience = setTimeout(() => child.kill('SIGKILL'), 5000)
  // In a terminal, Ctrl-C has already been sent to the server.
  if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill('SIGTERM')
  await once(child, 'exit')
  clearTimeout(impatience)
}

async function endAll(signal: NodeJS.Signals) {
  clearTimeout(soon)
  await restart
  await stopServer(signal)
  process.exit()
}
