import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const isRoot = process.getuid?.() === 0
const INSTALL_AT_MOST_MS = 240_000
const SHELL = 'chromium-headless-shell'

/**
 * Chromium's sandbox refuses to run as root; the other flags prevent background network requests during
 * tests.
 */
export const chromiumArgs = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The path of a browser on this machine. CHROMIUM_PATH takes precedence. */
export function findChromium(): string {
  const path = lookForChromium()
  if (path) return path
  throw new Error('There is no Chromium or Chrome here: please install one, or set CHROMIUM_PATH to it.')
}

/** A browser with a back-forward cache, as users have; the headless shell has none. */
export function findCachingChromium(): string {
  const path = lookForCachingChromium()
  if (path) return path
  throw new Error(
    `Stories about Back need a Chromium or Chrome with a back-forward cache, and ${SHELL} has none: please install one.`,
  )
}

/** Debian's headless shell opens a page in half the time: it is installed where we have permission. */
export function ensureChromium(): string {
  const found = lookForChromium()
  const wants = process.env.CHROMIUM_PATH === undefined && !found?.endsWith(SHELL)
  if (wants && isRoot && existsSync('/etc/debian_version')) {
    console.log('Installing Chromium with apt-get …')
    if (installPackage(SHELL) || (succeeds('apt-get', 'update') && installPackage(SHELL)))
      return findChromium()
  }
  return found ?? installWithPlaywright()
}

/** If it is unavailable, only the tests that need it fail, and say why. */
export function ensureCachingChromium(): void {
  if (lookForCachingChromium()) return
  if (isRoot && existsSync('/etc/debian_version') && installPackage('chromium')) return
  succeeds(process.execPath, playwrightCli(), 'install', '--no-shell', 'chromium')
}

function lookForCachingChromium(): string | undefined {
  const places = [process.env.CHROMIUM_PATH ?? '', ...usualPlaces()]
  return places.find((path) => !path.endsWith(SHELL) && existsSync(path)) ?? playwrightChromium()
}

function installPackage(name: string) {
  return succeeds('apt-get', 'install', '-y', '-o', 'Acquire::Retries=1', name)
}

function installWithPlaywright(): string {
  console.log('Installing Chromium with Playwright …')
  succeeds(process.execPath, playwrightCli(), 'install', 'chromium')
  return findChromium()
}

function lookForChromium(): string | undefined {
  const { CHROMIUM_PATH: chosen } = process.env
  if (!chosen) return usualPlaces().find((path) => existsSync(path)) ?? playwrightChromium()
  if (!existsSync(chosen)) throw new Error(`CHROMIUM_PATH says ${chosen}, and there is no such file.`)
  return chosen
}

function usualPlaces(): string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
  }
  if (process.platform === 'win32') {
    const folders = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    return folders.map((folder) => join(folder ?? '', 'Google/Chrome/Application/chrome.exe'))
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  const names = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

// Playwright is tried last and imported only then, because importing it takes longer than everything else.
function playwrightChromium(): string | undefined {
  const { chromium } = createRequire(import.meta.url)('@playwright/test')
  const path: string = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

function playwrightCli(): string {
  return createRequire(import.meta.url).resolve('@playwright/test/cli')
}

function succeeds(command: string, ...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { stdio: 'ignore', env, timeout: INSTALL_AT_MOST_MS } as const
  return spawnSync(command, args, options).status === 0
}
