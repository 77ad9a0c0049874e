import { createHash, createHmac } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Payments } from '../ports/payments.ts'
import { downloadReport } from './download-report.ts'
import { openBraintree } from './payments-braintree.ts'

const ON = '2026-11-19'
const CSV = 'Update Type,Token,New Last 4,New Expiration\nNew Expiration Date,tok1,,12/2029\n'
const MEGABYTE = Buffer.alloc(1_000_000, 'x')

/** What the gateway answers for each path. */
const answers: Record<string, (response: ServerResponse) => unknown> = {
  '/report': (response) => response.end(CSV),
  '/moved': (response) => response.writeHead(302, { location: '/report' }).end(),
  '/missing': (response) => response.writeHead(404).end(),
  // It announces no length, and has no end.
  '/endless': (response) => {
    const write = () => response.write(MEGABYTE, () => response.destroyed || write())
    write()
  },
  '/trickle': (response) => {
    const drip = setInterval(() => response.write('x'), 20)
    response.once('close', () => clearInterval(drip))
  },
  '/silent': () => {},
}
const server = createServer((request, response) => answers[request.url ?? '']?.(response))
let port: number
let payments: Payments

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
  const keys = { merchantId: 'merchant', publicKey: 'public', privateKey: 'private' }
  payments = openBraintree({ environment: { port }, ...keys }, { reportWithinMs: 300 })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** A notification as Braintree signs it, read by its own SDK. */
function notify(link: string, key = 'private') {
  const xml = `<notification><timestamp type="datetime">2026-11-19T10:00:00Z</timestamp><kind>account_updater_daily_report</kind><subject><account-updater-daily-report><report-date type="date">${ON}</report-date><report-url>${link}</report-url></account-updater-daily-report></subject></notification>`
  const payload = `${Buffer.from(xml).toString('base64')}\n`
  const signature = createHmac('sha1', createHash('sha1').update(key).digest()).update(payload).digest('hex')
  return payments.readNotice({ payload, signature: `public|${signature}` })
}

test("a signed notification leads to the gateway's report, and its rows are read", async () => {
  const link = `http://127.0.0.1:${port}/report`
  const notice = { kind: 'card-report', link, on: ON }
  expect(await notify(link)).toEqual(notice)
  expect(await payments.readCardReport({ link, on: ON })).toEqual([
    { token: 'tok1', on: ON, kind: 'date', expires: { month: 12, year: 2029 } },
  ])
  expect(await notify(link, 'another key')).toBeUndefined()
  expect(await notify('')).toBe('senseless')
})

test.each([
  ['/moved', 'The gateway answered 302 for the report'],
  ['/missing', 'The gateway answered 404 for the report'],
  ['/endless', 'The report is larger than 10 MB'],
  ['/trickle', 'The report did not arrive within 0.3 s'],
  ['/silent', 'The report did not arrive within 0.3 s'],
])('%s is refused, and nothing more of it is read', async (path, reason) => {
  await expect(payments.readCardReport({ link: `http://127.0.0.1:${port}${path}`, on: ON })).rejects.toThrow(
    reason,
  )
})

test.each([
  ['link-to-csv-report', 'not a URL'],
  ['http://www.braintreegateway.com/report?token=secret', 'not https'],
  ['file:///etc/passwd', 'not https'],
  ['https://me:secret@www.braintreegateway.com/report', 'contains credentials'],
  ['https://www.braintreegateway.com:8443/report?token=secret', 'braintreegateway.com:8443'],
  ['https://www.braintreegateway.com.evil.example/report?token=secret', 'evil.example, which is not'],
  ['https://evilbraintreegateway.com/report?token=secret', 'which is not the gateway'],
  ['https://169.254.169.254/latest/secret', '169.254.169.254, which is not'],
  ['https://[::1]/report?token=secret', 'which is not the gateway'],
  ['https://127.0.0.1/report?token=secret', 'which is not the gateway'],
])('production never asks %s, and its reason does not repeat the link', async (link, reason) => {
  const refused = await downloadReport(link, { loopbackPort: undefined, withinMs: 300 }).catch(String)
  expect(refused).toContain(reason)
  expect(refused).not.toContain('secret')
})

test('the loopback gateway is asked at its own port alone', async () => {
  for (const link of [
    'http://127.0.0.1:1/report',
    `http://localhost:${port}/report`,
    'https://www.braintreegateway.com/',
  ])
    await expect(payments.readCardReport({ link, on: ON })).rejects.toThrow('which is not the gateway')
})
