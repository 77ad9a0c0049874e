import type { Browser, CDPSession } from '@playwright/test'
import { middleMean } from './averages.ts'

const ROUNDS = 20
/** Like a cheap phone. */
const SLOWER = 4
/** A task up to this long delays no input that a person would notice. */
const SHORT_TASK_MS = 50

/** How long the tasks of pages block the browser at a quarter of the processor's speed: loads of all, in turn. */
export async function blockingTimes(browser: Browser, urls: readonly string[]): Promise<number[]> {
  const times = urls.map((): number[] => [])
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < urls.length; turn += 1) {
      const which = (round + turn) % urls.length
      times[which]?.push(await blockingTime(browser, urls[which] ?? ''))
    }
  }
  return times.map(middleMean)
}

/**
 * By how much the tasks of one load exceed a short one. Not in a page of Playwright's, which collects the stacks of
 * exceptions: this costs several times what React's script takes in a visitor's browser.
 */
async function blockingTime(browser: Browser, url: string): Promise<number> {
  const devTools = await browser.newBrowserCDPSession()
  const { browserContextId } = await devTools.send('Target.createBrowserContext')
  const size = { width: 1280, height: 900 }
  const { targetId } = await devTools.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
    ...size,
  })
  const { sessionId } = await devTools.send('Target.attachToTarget', { targetId })
  await ask(devTools, sessionId, 'Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await ask(devTools, sessionId, 'Page.navigate', { url })
  const expression = `(${tasksOfPage})()`
  const { result } = await ask(devTools, sessionId, 'Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  })
  await devTools.send('Target.disposeBrowserContext', { browserContextId })
  await devTools.detach()
  const lengths = result.value as number[]
  return lengths.reduce((sum, length) => sum + Math.max(0, length - SHORT_TASK_MS), 0)
}

/** Runs in the page: the lengths of its tasks until it is hydrated and at rest. */
function tasksOfPage(): Promise<number[]> {
  const lengths: number[] = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) lengths.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  return new Promise((done) => {
    function look() {
      if (document.documentElement?.dataset.hydrated) setTimeout(() => done(lengths), 1000)
      else setTimeout(look, 100)
    }
    look()
  })
}

type Answer = { id: number; result: { result: { value: unknown } } }

function ask(
  devTools: CDPSession,
  sessionId: string,
  method: string,
  params: object,
): Promise<Answer['result']> {
  return new Promise((resolve, reject) => {
    const id = Math.ceil(performance.now() * 1000)
    devTools.on('Target.receivedMessageFromTarget', ({ message }) => {
      const answer = JSON.parse(message) as Answer
      if (answer.id === id) resolve(answer.result)
    })
    devTools
      .send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) })
      .catch(reject)
  })
}
