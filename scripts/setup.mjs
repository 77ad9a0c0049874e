// Prepares a fresh clone: `node scripts/setup.mjs start|test|admin`. It runs before anything is installed,
// possibly on Node 20, so it is plain JavaScript with Node's own modules. Steps that are up to date are
// skipped silently.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fingerprintPackages, fingerprintPages } from './fingerprints.mjs'
import { complainAboutNode, node24 } from './node-24.mjs'
import { templatePath } from './template-name.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const goal = process.argv[2]
// A program may parse the command line's standard output.
const say = goal === 'admin' ? console.error : console.log

try {
  const complaint = complainAboutNode()
  if (complaint) throw refusal(complaint)
  await fetchPackages()
  // The operator's command line shows no pages.
  if (goal !== 'admin') await Promise.all([buildPages(), makeTemplate()])
  if (goal === 'test') await findTestTools()
} catch (error) {
  if (!error.isRefusal) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function fetchPackages() {
  const stamp = join(root, 'node_modules', '.front-desk-stamp')
  const wanted = fingerprintPackages(root)
  if (read(stamp) === wanted) return
  say('Fetching packages …')
  // Not `npm ci`: it fails if a registry lacks optional packages of other platforms, and it would delete the
  // Node that runs this. --no-save uses the lock file without changing it. Build tools are needed in
  // production too, because pages are built there.
  const flags = [
    '--no-save',
    '--include=dev',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  // Without a connection, npm's default retries take more than ten minutes without output.
  const patience = ['--fetch-retries=2', '--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=1000']
  const { code, errors } = await run(...npm('install', ...flags, ...patience))
  if (code !== 0) throw refusal(`${tail(errors)}\n${explainNpm(errors)}`)
  if (!existsSync(node24(root))) {
    throw refusal('Packages came without their Node 24: please install Node 24, or allow optional packages.')
  }
  writeFileSync(stamp, wanted)
}

async function buildPages() {
  const stamp = join(root, 'dist', '.stamp')
  const wanted = fingerprintPages(root)
  if (read(stamp) === wanted) return
  say('Building the pages …')
  rmSync(stamp, { force: true })
  await runScript('scripts/build.ts', 'The pages could not be built.')
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

async function makeTemplate() {
  // Only the embedded database starts from a template.
  if (goal !== 'test' && process.env.DATABASE_URL) return
  if (existsSync(templatePath(root))) return
  say('Preparing the database …')
  await runScript('server/platform/db/make-template.ts', 'The database could not be prepared.')
}

async function findTestTools() {
  await runScript('scripts/find-test-tools.ts', 'The tests cannot run without these.')
}

async function runScript(script, complaint) {
  const { code } = await run(node24(root), [join(root, script)], { stdio: 'inherit' })
  if (code !== 0) throw refusal(complaint)
}

function npm(...args) {
  const { npm_execpath: cli = '', npm_node_execpath: node } = process.env
  // npm's own Node, since ours may be one of the packages being replaced.
  if (node && basename(cli) === 'npm-cli.js') return [node, [cli, ...args]]
  return ['npm', args, { shell: process.platform === 'win32' }]
}

function explainNpm(errors) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/i.test(errors)) {
    return 'Packages cannot be fetched: please check the connection and try again.'
  }
  if (/EBUSY|EPERM|EACCES|ENOTEMPTY/.test(errors)) {
    return 'Packages cannot be written: please end what runs in this folder, delete node_modules and try again.'
  }
  return 'Packages could not be installed: please mend what npm says above and try again.'
}

function run(command, args, options) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'], ...options })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, errors: `${errors}${error.message}` }))
    child.on('close', (code) => resolve({ code, errors }))
  })
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function tail(text) {
  return text.trimEnd().split('\n').slice(-15).join('\n')
}

function refusal(message) {
  return Object.assign(new Error(message), { isRefusal: true })
}
