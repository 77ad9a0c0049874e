import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FoundGroup, type FoundValues, find } from '#contract/desk/find.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount, addAgent } from '#server/test-kit/accounts.ts'
import { openDesk, type TestDesk, type TestOperator } from '#server/test-kit/desk.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'

let harness: Harness
let desk: TestDesk
let reader: TestOperator

beforeAll(async () => {
  harness = await openHarness()
  desk = await openDesk(harness)
  reader = await desk.as('reader')
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

const found = async (text: string) => (await reader.send(find, { text })).body.data as FoundValues
const groupOf = ({ groups }: Pick<FoundValues, 'groups'>, kind: string) =>
  groups.find((group) => group.kind === kind)
const cardsOf = async (text: string) => groupOf(await found(text), 'card')?.rows.map(({ href }) => href) ?? []

async function addCard(accountId: number, lastFour: string, isReplaced = false): Promise<void> {
  await harness.db.run(sql`
    insert into cards (account_id, gateway, gateway_token, brand, last_four, holder, expires_month, expires_year, created_at,
      replaced_at)
    values (${accountId}, 'sandbox', 'token', 'Visa', ${lastFour}, 'x', 12, 2039, now(), ${isReplaced ? new Date() : null})`)
}

test('the last four digits with words of the account find its card, in any order', async () => {
  const smith = await addAccount(harness.db, {
    email: freshEmail(),
    company: 'Lärche Realty',
    name: ['Ann', 'Smith'],
  })
  const jones = await addAccount(harness.db, { email: 'jones.tree@example.org', company: 'Oak Homes' })
  await addAgent(harness.db, jones.accountId, { email: freshEmail(), name: ['Bo', 'Kowalski'], role: 'user' })
  for (const { accountId } of [smith, jones]) await addCard(accountId, '7345')
  await addCard(smith.accountId, '9876', true)
  const [ofSmith, ofJones] = [smith, jones].map(({ pin }) => `/desk/accounts/${pin}/`)
  expect(await cardsOf('7345')).toEqual([ofJones, ofSmith])
  for (const text of ['7345 smith', 'SMITH 7345', 'Ann Smith, visa ending in 7345', '•••• 7345 larche smith'])
    expect(await cardsOf(text), text).toEqual([ofSmith])
  for (const text of ['7345 kowalski', 'oak 7345', '7345 jones.tree@example.org', 'oak kowalski 7345'])
    expect(await cardsOf(text), text).toEqual([ofJones])
  expect(await cardsOf('smith 9876')).toEqual([ofSmith])
  for (const text of ['9876 kowalski', '7345 smith kowalski', '1234 smith'])
    expect(await cardsOf(text), text).toEqual([])
  const [row] = groupOf(await found('7345 smith'), 'card')?.rows ?? []
  expect(row).toMatchObject({
    facts: expect.arrayContaining([smith.pin, 'Lärche Realty', 'Ann Smith']),
    matched: { hit: '7345' },
  })
})

test('words that contain four digits are still found as typed', async () => {
  const { pin } = await addAccount(harness.db, { email: freshEmail(), company: 'Route 2468 Homes' })
  expect(groupOf(await found('2468 route'), 'account')?.rows.map(({ href }) => href)).toEqual([
    `/desk/accounts/${pin}/`,
  ])
})

test('a whole card number among words is not kept either', async () => {
  const one = await addAccount(harness.db, { email: freshEmail(), company: 'Willow Homes' })
  await addCard(one.accountId, '1111')
  const { status, headers } = await reader.get(
    `/desk/find/?q=${encodeURIComponent('willow 4111 1111 1111 1111')}`,
  )
  expect([status, headers.location]).toEqual([
    302,
    `/desk/find/?q=${encodeURIComponent('willow ending in 1111')}&card=whole`,
  ])
  const answer = await found('4111-1111-1111-1111 willow')
  expect(answer.wasCardNumber).toBe(true)
  expect(groupOf(answer, 'card')?.rows.map(({ href }) => href)).toEqual([`/desk/accounts/${one.pin}/`])
  expect(JSON.stringify(answer)).not.toMatch(/4111/)
  expect(harness.logged()).not.toMatch(/4111.?1111/)
})

test('a whole card number is not kept, in any notation or context', async () => {
  const one = await addAccount(harness.db, { email: freshEmail(), company: 'Hazel Homes' })
  await addCard(one.accountId, '1111')
  await addCard(one.accountId, '0005', true)
  for (const text of [
    'visa 4111 1111 1111 1111, Hazel Homes',
    'hazel,4111111111111111',
    '4111111111111111; hazel',
    '(4111111111111111) hazel',
    'card:4111111111111111 hazel',
    'hazel card4111111111111111',
    '4111111111111111/hazel',
    '4111.1111.1111.1111 hazel',
    '4111  1111  1111  1111 hazel',
    '4111 - 1111 - 1111 - 1111 hazel',
    'Hazel 4111-1111-1111-1111.',
    '4111 1111 1111 1111 12/29 123 hazel',
    '４１１１ １１１１ １１１１ １１１１, hazel',
    '٤١١١ ١١١١ ١١١١ ١١١١ hazel',
    'hazel ४१११-११११-११११-११११',
    'hazel 378282246310005, homes',
    'hazel 4111111111111111 5555 5555 5555 4444',
    `4111111111111111 ${'hazel '.repeat(20)}`,
  ]) {
    const { status, headers } = await reader.get(`/desk/find/?q=${encodeURIComponent(text)}`)
    const [address = '', answer] = [decodeURIComponent(String(headers.location)), await found(text)]
    expect(status, text).toBe(302)
    expect(address.replace(/ending in \d{4}/, ''), text).not.toMatch(/\d/)
    expect(address, text).toMatch(/&card=whole$/)
    expect(JSON.stringify(answer), text).not.toMatch(/4111|3782|5555/)
    expect(answer.wasCardNumber, text).toBe(true)
    expect(await cardsOf(text), text).toEqual([`/desk/accounts/${one.pin}/`])
  }
  // More than the search covers.
  const { headers } = await reader.get(`/desk/find/?q=${'hazel+'.repeat(40)}4111111111111111`)
  expect(headers.location).toMatch(/^\/desk\/find\/\?q=(?:hazel%20)+\D*&card=whole$/)
  expect(harness.logged()).not.toMatch(/4111.?1111/)
})

test('digits of other scripts are searched like ours, also in names that are written with them', async () => {
  const { pin } = await addAccount(harness.db, { email: freshEmail(), company: 'Elm ٢٤ Homes' })
  const { accountId } = await addAccount(harness.db, { email: freshEmail(), company: 'Elder Homes' })
  await harness.db.run(sql`update accounts set mobile_phone = '3125550187' where id = ${accountId}`)
  const inArabic = (digits: string) => digits.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)))
  expect(await found(inArabic(pin))).toMatchObject({ opens: `/desk/accounts/${pin}/` })
  expect(groupOf(await found(inArabic('312-555-0187')), 'account')?.rows).toMatchObject([
    { title: 'Elder Homes' },
  ])
  expect(groupOf(await found('elm ٢٤'), 'account')?.rows).toMatchObject([{ title: 'Elm ٢٤ Homes' }])
})

test('phone numbers, references and longer numbers are not card numbers', async () => {
  for (const text of [
    '(312) 555-0190 hazel',
    '+1 312 555 0190, 312 555 0191',
    '482913, 312-555-0190',
    'R-100123 and R-100124',
    '0b8a3c1e-5d5f-4c0e-9a53-3f2f8d6f1b22',
    // These pass the check digit, and have a length that some cards have.
    '<20261117145619@mail.example.com>',
    'ref_20261117145619',
    'hazel 41111111111111111111111111111111',
    'hazel 941111111111111111',
  ])
    expect([text, (await found(text)).wasCardNumber]).toEqual([text, false])
})

test('a card number in a search does not appear in the sign-in url', async () => {
  for (const text of ['4111111111111111', 'hazel, 4111 1111 1111 1111']) {
    const { statusCode, headers } = await desk.app.inject({
      url: `/desk/find/?kind=card&q=${encodeURIComponent(text)}`,
    })
    const next = new URL(String(headers.location), 'http://desk').searchParams.get('next') ?? ''
    const request = new URL(next, 'http://desk')
    expect([statusCode, request.pathname, request.searchParams.get('kind')]).toEqual([
      302,
      '/desk/find/',
      'card',
    ])
    expect(request.searchParams.get('q')).toMatch(/^(?:hazel )?ending in 1111$/)
  }
  expect(harness.logged()).not.toMatch(/4111.?1111/)
})

/** Follows the links of a list to its end. */
async function readAll(
  text: string,
  kind: FoundGroup['kind'],
): Promise<{ sizes: number[]; hrefs: unknown[] }> {
  const [more] = groupOf(await found(text), kind)?.links ?? []
  const [sizes, hrefs]: [number[], unknown[]] = [[], []]
  let next: string | undefined = more?.href
  while (next !== undefined) {
    const { status, values, html } = await reader.get(next)
    expect(status).toBe(200)
    const group = groupOf(values as FoundValues, kind)
    sizes.push(group?.rows.length ?? 0)
    hrefs.push(...(group?.rows.map(({ key }) => key) ?? []))
    next = group?.links.find((link) => link.text === 'Next page')?.href
    if (next) expect(html).toContain(next.replaceAll('&', '&amp;'))
  }
  return { sizes, hrefs }
}

test('more than fifty accounts, people and cards are paged, each once', async () => {
  await harness.db.run(sql`
    with added as (
      insert into accounts (pin, company, status, status_since, created_at)
      select (700000 + n)::text, 'Manyhouse ' || n, 'active', now(), now() from generate_series(1, 120) n returning id
    ), agents as (
      insert into agents (account_id, email, first_name, last_name, role, password_hash, joined_at, created_at)
      select id, 'manyfold.' || id || '@example.org', case when id % 2 = 0 then 'Manyfold' else 'Ida' end, 'Berg', 'owner', 'x', now(),
        now() from added
    )
    insert into cards (account_id, gateway, gateway_token, brand, last_four, holder, expires_month, expires_year, created_at)
    select id, 'sandbox', 'token', 'Visa', '8642', 'x', 12, 2039, now() from added`)
  for (const [text, kind] of [
    ['manyhouse', 'account'],
    ['manyfold', 'person'],
    ['8642', 'card'],
    ['8642 manyhouse', 'card'],
  ] as const) {
    const { sizes, hrefs } = await readAll(text, kind)
    expect(sizes, text).toEqual([50, 50, 20])
    expect(new Set(hrefs).size, text).toBe(120)
  }
})

test('an invalid cursor starts at the beginning, and a list says where it ends', async () => {
  for (const after of ['x', '-1', '1e9', '9'.repeat(20)]) {
    const { values } = await reader.get(`/desk/find/?q=manyhouse&kind=account&after=${after}`)
    expect(groupOf(values as FoundValues, 'account')?.rows).toHaveLength(50)
  }
  const { html } = await reader.get('/desk/find/?q=manyhouse&kind=account&after=999999999999999')
  expect(html).toContain('There are no more.')
  const { values } = await reader.get('/desk/find/?q=manyhouse&kind=bill')
  expect(groupOf(values as FoundValues, 'account')?.rows).toHaveLength(10)
})

test('matches by number prefix have no list: another digit narrows them', async () => {
  const { groups } = await found('7000')
  expect(groupOf({ groups }, 'account')).toMatchObject({ isMore: true, links: [] })
})
