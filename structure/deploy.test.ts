import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { whyUnsafe } from '../proof/kit/patroni/safe-patroni.ts'
import { root } from './source-files.ts'

const deploy = path.join(root, 'deploy')
const read = (name: string) => readFileSync(path.join(deploy, name), 'utf8')
const units = globSync('systemd/*', { cwd: deploy }).toSorted()
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
/** systemd's own score: 0 is closed, 10 is open, and below 5 it says OK. */
const EXPOSURE_AT_MOST = 2.5

test('systemd accepts the units, and they deny access that the server does not need', () => {
  if (!hasSystemd) return console.log('Left out: systemd-analyze is not on this machine.')
  const folder = mkdtempSync(path.join(tmpdir(), 'front-desk-units-'))
  for (const unit of units) copyFileSync(path.join(deploy, unit), path.join(folder, path.basename(unit)))
  const instance = path.join(folder, 'front-desk@3001.service')
  copyFileSync(path.join(folder, 'front-desk@.service'), instance)
  const files = [
    instance,
    ...units.filter((unit) => !unit.includes('@')).map((unit) => path.join(folder, path.basename(unit))),
  ]
  const verified = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' })
  // The programs are where docs/deploy.md puts them, not on the machine that runs the tests.
  const complaints = verified.stderr
    .split('\n')
    .filter((line) => line.includes('front-desk') && !/Command \S+ is not executable/.test(line))
  const services = files.filter((file) => file.endsWith('.service'))
  const scored = spawnSync(
    'systemd-analyze',
    ['security', '--offline=true', '--threshold=100', ...services],
    {
      encoding: 'utf8',
    },
  )
  rmSync(folder, { recursive: true })
  expect(complaints).toEqual([])
  const scores = [...scored.stdout.matchAll(/exposure level for (\S+): ([\d.]+)/g)]
  expect(scores).toHaveLength(services.length)
  for (const [, , score] of scores) expect(Number(score)).toBeLessThan(EXPOSURE_AT_MOST)
})

test('every setting of the sample environment is explained', () => {
  const explained =
    readFileSync(path.join(root, 'docs/settings.md'), 'utf8') +
    readFileSync(path.join(root, 'docs/deploy.md'), 'utf8')
  const named = [...read('front-desk.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((name) => name !== 'NODE_ENV' && !explained.includes(`\`${name}\``))).toEqual([])
})

test('the image contains every folder that the server reads', () => {
  const copied = [...read('Dockerfile').matchAll(/\/srv\/front-desk\/(\S+) \.\/\S*/g)].map(([, name]) => name)
  expect(copied.filter((name) => name !== 'dist' && !existsSync(path.join(root, name ?? '')))).toEqual([])
  expect(copied).toEqual(
    expect.arrayContaining([
      'package-lock.json',
      'node_modules',
      'dist',
      'contract',
      'server',
      'migrations',
      'scripts',
      'package.json',
    ]),
  )
})

test("the containers run the proxy's file with their own names", () => {
  const [, from = '', to = ''] = /sed 's\/(.*?)\/(.*?)\/'/.exec(read('compose.yaml')) ?? []
  const pattern = new RegExp(from.replaceAll('\\(', '(').replaceAll('\\)', ')'), 'g')
  const changed = read('haproxy.cfg').replace(pattern, to.replace('\\1', '$1'))
  const servers = [...changed.matchAll(/^ {4}server \S+ (\S+)/gm)].map(([, at]) => at)
  const instances = ['instance-1:3000', 'instance-2:3000', 'instance-3:3000']
  // For pages and calls, and for scripts.
  expect(servers).toEqual([...instances, ...instances])
  for (const server of servers) expect(read('compose.yaml')).toContain(`  ${server?.split(':')[0]}:`)
})

test('Patroni waits for its standby, a hung primary ends, and clients reach only the primary', () => {
  const patroni = read('patroni.yml')
  const lines = [
    'etcd3:',
    'synchronous_mode: true',
    'failsafe_mode: true',
    'mode: required',
    'checkpoint: fast',
  ]
  expect(lines.filter((line) => !patroni.split('\n').some((one) => one.trim() === line))).toEqual([])
  const [, ttl] = /ttl: (\d+)/.exec(patroni) ?? []
  const [, loop, retry] = /loop_wait: (\d+)\s+retry_timeout: (\d+)/.exec(patroni) ?? []
  // Patroni itself corrects unsuitable values.
  expect(Number(ttl)).toBeGreaterThanOrEqual(Math.max(20, Number(loop) + 2 * Number(retry)))
  const proxy = read('haproxy-postgres.cfg')
  expect(proxy).toContain('uri /primary')
  expect(proxy).toMatch(/default-server .* on-marked-down shutdown-sessions\n/)
})

test('the documents name the first Patroni version that the proof accepts over etcd 3', () => {
  expect([whyUnsafe('3.0.2', 'etcd3'), whyUnsafe('3.0.3', 'etcd3')]).toEqual([
    expect.stringContaining('loses acknowledged commits'),
    undefined,
  ])
  for (const text of [read('patroni.yml'), readFileSync(path.join(root, 'docs/deploy.md'), 'utf8')])
    expect(text).toContain('Patroni 3.0.3 or newer')
})

test('every alert has its section in the run book, and the run book has no others', () => {
  const alerts = [...read('monitoring/alerts.yml').matchAll(/- alert: (\w+)\n(?: {8}.*\n)*/g)]
  for (const [rule, name] of alerts) {
    expect(rule).toMatch(
      /\n {8}expr: .+\n {8}for: \w+\n {8}labels:\n {10}severity: (?:page|ticket)\n {8}annotations:/,
    )
    expect(rule).toContain(`runbook: docs/run-book.md#${name?.toLowerCase()}`)
  }
  const book = readFileSync(path.join(root, 'docs/run-book.md'), 'utf8')
  const parts = [...book.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
  expect(parts).toEqual(alerts.map(([, name]) => name))
})
