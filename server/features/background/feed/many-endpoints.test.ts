// On PostgreSQL: events are numbered after commits that overlap.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addEndpoint } from '#server/accounts/feed/endpoints.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { openReceiver, type Receiver } from '#server/test-kit/feed-receiver.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { handleFeed } from './jobs.ts'

const ENDPOINTS = 12

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

type Round = Parameters<Jobs['every']>[2]

/** What one process does each second to send events, several times concurrently. */
function roundsOfSending(): Round[] {
  const rounds: Round[] = []
  const every: Jobs['every'] = (name, _seconds, work) => {
    if (/^feed-\d+$/.test(name)) rounds.push(work)
  }
  handleFeed({ ...harness, jobs: { ...harness.jobs, every } })
  return rounds
}

/** Accepts every request and answers none. */
async function openSilent() {
  const server = createServer(() => {})
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`
  await addEndpoint(harness.db, { url }, harness.config.secrets, harness.clock.now())
  return {
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('an event reaches every endpoint in one round, even if one of them does not answer', async () => {
  const silent = await openSilent()
  const receivers: Receiver[] = []
  for (let count = 0; count < ENDPOINTS; count += 1) receivers.push(await openReceiver(harness))
  await harness.db.transaction((tx) => addAccount(tx, { email: freshEmail() }))

  const running = roundsOfSending().map((round) => round(() => true))
  const told = () => receivers.map(({ received }) => received.length)
  await expect.poll(told, { timeout: 10_000 }).toEqual(receivers.map(() => 1))

  silent.close()
  await Promise.all(running)
  for (const receiver of receivers) receiver.close()
  expect(told()).toEqual(receivers.map(() => 1))
})
