import { createServer } from 'node:http'
import type { Browser } from '@playwright/test'
import { middleMean } from './averages.ts'
import { blockingTimes } from './blocking-time.ts'
import { withEarlierBuild } from './earlier-build.ts'
import { atMost, type Finding, note } from './findings.ts'
import { inBrowser } from './in-browser.ts'

/**
 * Browsers report paints in steps of 4 ms, and two loads differ by 20: with fewer rounds 10% cannot be
 * measured.
 */
const ROUNDS = 80
const SLOWER_AT_MOST = 1.1
const measured = ['/login/', '/site/pricing/', '/sign-up/step-1?single=1']

/**
 * Compares each page with the same content as a static file, alternating within one run; the file is measured
 * twice, as a control. With an earlier commit, also with its pages.
 */
export function measurePageSpeed(earlier?: string): Promise<Finding[]> {
  return inBrowser(async (browser, url) => {
    const findings: Finding[] = []
    for (const path of measured) findings.push(await compare(browser, `${url}${path}`, path))
    if (!earlier) await noteBlocking(browser, [url])
    else await withEarlierBuild(earlier, (earlierUrl) => noteBlocking(browser, [url, earlierUrl]))
    return findings
  })
}

async function noteBlocking(browser: Browser, urls: readonly string[]): Promise<void> {
  for (const path of measured) {
    const [now = 0, before] = await blockingTimes(
      browser,
      urls.map((url) => `${url}${path}`),
    )
    note(`${path} blocked at a quarter of the processor's speed`, now, 'ms')
    if (before !== undefined)
      note(`${path} the same, against ${Math.round(before)} ms earlier`, now / before, '×')
  }
}

async function compare(browser: Browser, url: string, path: string): Promise<Finding> {
  // Warms the server up, as it would be in production.
  for (let visit = 0; visit < 100; visit += 1) await (await fetch(url)).arrayBuffer()
  const html = withoutScripts(await (await fetch(url)).text())
  const file = await serve(html)
  const places = [url, file.url, `${file.url}?again`]
  const times: Times[][] = [[], [], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < places.length; turn += 1) {
      const which = (round + turn) % places.length
      times[which]?.push(await load(browser, places[which] ?? '', which === 0))
    }
  }
  file.close()
  const of = (which: number, what: keyof Times) => middleMean((times[which] ?? []).map((time) => time[what]))
  const bothFiles = times.slice(1).flat()
  const ratio = (what: keyof Times) => of(0, what) / middleMean(bothFiles.map((time) => time[what]))
  note(`${path} the static file against itself`, of(2, 'largestPaintMs') / of(1, 'largestPaintMs'), '×')
  note(`${path} largest paint`, of(0, 'largestPaintMs'), 'ms')
  note(`${path} first input usable against a static file`, ratio('inputMs'), '×')
  note(`${path} hydrated (script has taken over)`, of(0, 'hydratedMs'), 'ms')
  return atMost(`${path} largest paint against a file`, ratio('largestPaintMs'), SLOWER_AT_MOST, '×')
}

type Times = { largestPaintMs: number; inputMs: number; hydratedMs: number }

async function load(browser: Browser, url: string, hydrates: boolean): Promise<Times> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.addInitScript(() => {
    const seen = { largestPaintMs: 0, inputMs: 0 }
    Object.assign(globalThis, { seen })
    new PerformanceObserver((list) => {
      seen.largestPaintMs = list.getEntries().at(-1)?.startTime ?? seen.largestPaintMs
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    const look = () => {
      if (document.querySelector('input')) seen.inputMs = performance.now()
      else requestAnimationFrame(look)
    }
    look()
  })
  await page.goto(url, { waitUntil: 'load' })
  // Includes what is painted after hydration.
  if (hydrates) await page.locator('html[data-hydrated]').waitFor()
  await page.waitForFunction(
    () => (globalThis as unknown as { seen: { largestPaintMs: number } }).seen.largestPaintMs > 0,
  )
  const times = await page.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: { largestPaintMs: number; inputMs: number } }
    return { ...seen, hydratedMs: performance.getEntriesByName('hydrated')[0]?.startTime ?? 0 }
  })
  await page.close()
  return times
}

function withoutScripts(html: string): string {
  return html.replace(/<script[\s\S]*?<\/script>/g, '')
}

async function serve(html: string): Promise<{ url: string; close(): void }> {
  const server = createServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .end(html)
  })
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  )
  return { url: `http://localhost:${port}/`, close: () => server.close() }
}
