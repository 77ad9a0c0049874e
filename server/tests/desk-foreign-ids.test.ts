import { afterAll, beforeAll, expect, test } from 'vitest'
import * as account from '#contract/desk/account.ts'
import { deskCalls } from '#contract/desk/desk-calls.ts'
import * as help from '#contract/desk/help.ts'
import * as money from '#contract/desk/money.ts'
import { beginView } from '#contract/desk/see-as.ts'
import * as signIn from '#contract/desk/sign-in.ts'
import type { Call } from '#contract/wire/call.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { openTenant, rowsOf, type Tenant } from '#server/test-kit/tenants.ts'

let harness: Harness
let desk: TestDesk
beforeAll(async () => {
  harness = await openHarness()
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

type Known = Tenant & { pin: string; noteId: number }
/** What an account's call names that may belong to another. */
type Named = { call: Call; name: string; of: (other: Known) => unknown; more?: (one: Known) => object }

const ofPerson = (call: Call): Named => ({ call, name: 'agent_id', of: ({ userId }) => userId })
const ofBill = (call: Call): Named => ({
  call,
  name: 'bill',
  of: ({ invoiceNumber }) => invoiceNumber,
  more: ({ pin }) => ({
    number: pin,
    action: 'refund',
    how_much: 'rest',
    reason: 'goodwill',
    words: 'For a test',
    needs_second: false,
  }),
})
const names: Named[] = [
  { call: account.strikeNote, name: 'note_id', of: ({ noteId }) => noteId },
  ofPerson(help.noteEmailWorks),
  ofPerson(help.unlockSignIn),
  ofPerson(help.endSessions),
  ofPerson(help.sendResetLink),
  ofPerson(help.recoverFactor),
  ofPerson(help.askForHandOver),
  ofPerson(help.resendInvitation),
  { ...ofPerson(beginView), more: ({ pin }) => ({ account_number: pin }) },
  ofBill(money.previewMoney),
  ofBill(money.requestMoney),
]

async function openKnown(): Promise<Known> {
  const tenant = await openTenant(harness)
  const { db } = harness
  const { pin } = await db.one<{ pin: string }>(sql`select pin from accounts where id = ${tenant.accountId}`)
  const admin = await desk.as('admin')
  const noted = await admin.send(account.addNote, { words: 'A note', key: `note-${pin}` }, { number: pin })
  const [note] = (noted.body.data as { notes: { id: number }[] }).notes
  return { ...tenant, pin, noteId: note?.id ?? 0 }
}

test('every call of the desk about an account that takes an id says whose', () => {
  const listed = new Set(names.map(({ call, name }) => `${call.path} ${name}`))
  const taken = deskCalls.flatMap(({ body, path }) => {
    const fields = Object.keys((body as { shape?: object }).shape ?? {})
    const isOfAccount =
      path.includes(':number') || fields.some((field) => /^(?:number|account_number)$/.test(field))
    return isOfAccount
      ? fields.filter((field) => /_id$|^bill$/.test(field)).map((field) => `${path} ${field}`)
      : []
  })
  expect(
    taken.filter((one) => !listed.has(one)),
    'Add it to the table of this test',
  ).toEqual([])
})

let keys = 0
test.each(names.map((named) => [`${named.call.path} ${named.name}`, named] as const))(
  '%s of another account is answered like one that does not exist, and nothing changes',
  async (_, { call, name, of, more }) => {
    const [one, other] = [await openKnown(), await openKnown()]
    const admin = await desk.as('admin')
    const ask = (value: unknown) => {
      keys += 1
      const key = `foreign-${keys}`
      const body = { reason: 'For a test', key, order_key: key, ...more?.(one), [name]: value }
      return admin.send(call, body as never, { number: one.pin })
    }
    const before = await rowsOf(harness, other.accountId)
    const madeUp = typeof of(other) === 'number' ? 99_999_999 : 'R-999999'
    const unknown = await ask(madeUp)
    const foreign = await ask(of(other))
    const without = (value: unknown, body: object) => JSON.stringify(body).replaceAll(String(value), '')
    expect([foreign.status, without(of(other), foreign.body)]).toEqual([
      unknown.status,
      without(madeUp, unknown.body),
    ])
    expect([400, 404]).toContain(foreign.status)
    expect(await rowsOf(harness, other.accountId)).toEqual(before)
    const own = await ask(of(one))
    expect([own.status, without(of(one), own.body)], 'one’s own is found').not.toEqual([
      unknown.status,
      without(madeUp, unknown.body),
    ])
  },
)

test('nobody ends the session of another operator', async () => {
  const [one, other] = [await desk.as('admin'), await desk.as('reader')]
  const { id } = await harness.db.one<{ id: number }>(
    sql`select id from operator_sessions where operator_id = ${other.id}`,
  )
  expect((await one.send(signIn.endDeskSession, { session_id: id })).status).toBe(404)
  expect((await other.get('/desk/me/')).status).toBe(200)
})
