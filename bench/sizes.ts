import type { Browser, BrowserContext } from '@playwright/test'
import { pages } from '#contract/pages.ts'
import { sitePaths } from '#contract/provider/sample-site.ts'
import { atMost, type Finding, note } from './findings.ts'
import { inBrowser } from './in-browser.ts'

const REQUESTS_AT_MOST = 8
/** Kilobytes on the wire, headers included, of the scripts that a page needs to become interactive. */
const scriptBudgets: Record<string, number> = {
  '/login/': 70,
  '/sign-up/step-1?single=1': 85,
  '/sign-up/step-1': 85,
  // A rare page with the tiles of another.
  '/account/email-bounced/': 86,
  // Both cards, with their forms, and the unpaid month.
  '/account/billing/': 87,
}
/** The developer pages show every component, so they may be larger. */
const otherwiseOf = (path: string) => (path.startsWith('/dev/') ? 90 : 85)

/** Every page that needs at most a link's token. An invented token loads the same scripts. */
const visited = [
  ...Object.values({ ...pages, ...sitePaths })
    .map((path) => path.replace(':linkToken', 'made-up'))
    .filter((path) => !path.includes(':')),
  '/sign-up/step-1?single=1',
  '/sign-up/step-1',
]

/** The requests and bytes of a browser with an empty cache, for each public page. */
export function measureSizes(): Promise<Finding[]> {
  return inBrowser(async (browser, url) => {
    const storageState = await signedIn(browser, url)
    const findings: Finding[] = []
    for (const path of new Set(visited)) {
      const context = await browser.newContext(path.startsWith('/account/') ? { storageState } : {})
      findings.push(...findingsOf(path, await weigh(context, `${url}${path}`)))
      await context.close()
    }
    return findings
  })
}

type Load = { url: string; bytes: number }
/** `needed`: the scripts that hydrate the page. A page that is not hydrated may load none. */
type Visit = { loads: Load[]; needed: string[] | undefined }

function findingsOf(path: string, { loads, needed }: Visit): Finding[] {
  const scripts = loads.filter(({ url }) => needed?.includes(new URL(url).pathname) ?? /\.js$/.test(url))
  const budget = needed ? (scriptBudgets[path] ?? otherwiseOf(path)) : 0
  const kilobytes = (some: Load[]) => some.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  note(`${path} with everything`, kilobytes(loads), 'kB')
  return [
    atMost(`${path} requests`, loads.length, REQUESTS_AT_MOST, ''),
    atMost(`${path} scripts`, kilobytes(scripts), budget, 'kB'),
  ]
}

/** Everything a page requests until the network is idle. */
async function weigh(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  const loads = new Map<string, Load>()
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('data:')) loads.set(requestId, { url: request.url, bytes: 0 })
  })
  // Includes the header bytes.
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const load = loads.get(requestId)
    if (load) load.bytes = encodedDataLength
  })
  await page.goto(url)
  const props = page.locator('#page-props')
  const hydrates = (await props.count()) > 0
  if (hydrates) await page.locator('html[data-hydrated]').waitFor()
  await page.waitForLoadState('networkidle')
  const needed = hydrates ? await props.getAttribute('data-scripts') : undefined
  return { loads: [...loads.values()], needed: needed?.split(' ') }
}

async function signedIn(browser: Browser, url: string) {
  const context = await browser.newContext()
  const multipart = { email: 'agent@example.com', password: 'password1' }
  await context.request.post(`${url}/rest/auth/login/`, { multipart, headers: { origin: url } })
  return context.storageState()
}
