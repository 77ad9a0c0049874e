import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'

const monitoring = path.join(import.meta.dirname, '../../deploy/monitoring')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

test('every metric of the dashboard and the alerts is in /metrics', async () => {
  await harness.app.inject({ url: '/health' })
  const { body } = await harness.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  const offered = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))
  const named = [...new Set(expressions().flatMap(metricsIn))]
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !offered.has(name.replace(/_(?:bucket|count|sum)$/, '')))).toEqual([])
})

function expressions(): string[] {
  const alerts = readFileSync(path.join(monitoring, 'alerts.yml'), 'utf8')
  const dashboard = JSON.parse(readFileSync(path.join(monitoring, 'grafana-dashboard.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[]
  }
  return [
    ...[...alerts.matchAll(/^ +expr: (.+)$/gm)].map(([, expression = '']) => expression),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
}

/** The names in an expression that are neither labels nor functions. Prometheus itself provides `up`. */
function metricsIn(expression: string): string[] {
  const bare = expression.replace(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, ' ')
  return [...bare.matchAll(/[a-z_]+[a-z0-9_]*(?!\w|\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => name.includes('_'))
}
