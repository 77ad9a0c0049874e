import { findFreePort } from '../../scripts/find-free-port.ts'
import { asShipped, launchProduct, type Product } from '../../scripts/launch-product.ts'
import { listFeedback } from '../../server/accounts/list-feedback.ts'
import { listCancellations } from '../../server/billing/subscriptions/list-cancellations.ts'
import { quantile } from '../averages.ts'
import { atMost, type Finding, note } from '../findings.ts'
import { type Desk, openDesk, timed } from './desk.ts'
import { deskPaths, type Operator, openAsOperator, startOperator } from './desk-pages.ts'
import { connect } from './fill-database.ts'
import { compareNumberDraws } from './number-draws.ts'
import { watchPlans } from './plans.ts'
import { type Known, meet, type Person, visits } from './visitor.ts'

const SLOWER_AT_MOST = 1.2
/**
 * Spread over all accounts, and requested before anything is timed, so that their rows are in memory on both
 * sides.
 */
const PEOPLE = 30
const ROUNDS = 6
const MONTHS = 60
const RENEWALS = 9
/** Each run deletes the rows of one more day. */
const TIDY_DAYS = [17, 16, 15, 14, 13, 12]

/** A desk page shows several lists, of which the longest are full. */
const DESK_PAGE_MS = 300

type Side = { url: string; product: Product; desk: Desk; people: Person[]; operator: Operator }

export async function compare(smallUrl: string, largeUrl: string): Promise<Finding[]> {
  const small = await openSide(smallUrl)
  const large = await openSide(largeUrl)
  try {
    for (const { desk } of [small, large]) await desk.warmIndexes()
    const findings = [
      ...(await compareVisits(small, large)),
      ...(await compareSearches(small, large)),
      ...(await measureDeskPages(large)),
      await compareRenewals(small, large),
      await compareTidying(small, large),
      await compareCardNotices(small, large),
    ]
    const watched = await watchPlans(largeUrl, () => doEverythingOnce(large))
    for (const scan of watched.scans) console.log(`  ${scan}`)
    note('different statements whose plans were read', watched.statements, '')
    return [
      ...findings,
      atMost('statements that read a large table as a whole', watched.scans.length, 0, ''),
      // Last, because it leaves a hundred thousand orders behind.
      await compareNumberDraws(small.desk.db, large.desk.db),
    ]
  } finally {
    for (const { product, desk } of [small, large]) {
      await desk.close()
      await product.stop()
    }
  }
}

async function openSide(url: string): Promise<Side> {
  const product = await launchProduct(
    {
      DATABASE_URL: url,
      SECRETS: 'x'.repeat(40),
      TRUST_PROXY: '1',
      JOBS: 'elsewhere',
      DESK_PORT: String(await findFreePort()),
    },
    asShipped,
  )
  await using client = await connect(url)
  const { rows } = await client.query<Known>(
    `select g.email, k.pin as number, k.mobile_phone as phone,
       (select max(number) from invoices i where i.account_id = g.account_id) as bill,
       (select max(gateway_reference) from charges c where c.account_id = g.account_id) as charge
     from (select max(id) / ($1::integer + 1) / 20 * 20 as step from accounts) a cross join generate_series(1, $1::integer) n
     join agents g on g.account_id = a.step * n + 2 and g.role = 'owner' join accounts k on k.id = g.account_id`,
    [PEOPLE],
  )
  const people: Person[] = []
  for (const [at, row] of rows.entries()) people.push(await meet(product, { ...row, ip: `198.18.${at}.7` }))
  const desk = await openDesk(url)
  return { url, product, desk, people, operator: await startOperator(desk.db, product.deskUrl) }
}

function personOf({ people }: Side, number: number): Person {
  return people[number % people.length] as Person
}

async function compareVisits(small: Side, large: Side): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [what, visit] of Object.entries(visits)) {
    const one = (side: Side, number: number) => timed(() => visit(side.product, personOf(side, number)))
    findings.push(await byTurns(what, small, large, one))
  }
  return findings
}

const searches: Record<string, (person: Person) => string[]> = {
  'operator: account show EMAIL': ({ email }) => ['account', 'show', email],
  // The command and the desk's box are one search (server/accounts/find).
  'find: account number': ({ number }) => ['account', 'find', number],
  'find: phone number': ({ phone }) => ['account', 'find', phone],
  'find: bill': ({ bill }) => ['account', 'find', bill],
  'find: charge reference': ({ charge }) => ['account', 'find', charge],
}

/** Partial matches grow with the accounts, and so do these: rare and common texts, and typos. */
const partsOfTexts: Record<string, (side: Side) => string> = {
  'a whole email': (side) => personOf(side, 1).email,
  'part of an email': partOf,
  'part of a name and a company’s, both common': () => 'dana lake',
  'a word that thousands of companies have': () => 'mortgage',
  'a company by two words': (side) => `lake ${Number(personOf(side, 1).number) % 1000}`,
  'last four digits': () => '4242',
  'a name with a slip': () => 'prairei',
  'a name that nobody has': () => 'zzyzxq',
}

async function compareSearches(small: Side, large: Side): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [what, argv] of Object.entries(searches)) {
    const one = (side: Side, number: number) =>
      timed(() => side.desk.operator(...argv(personOf(side, number))))
    findings.push(await byTurns(what, small, large, one))
  }
  for (const [what, textOf] of Object.entries(partsOfTexts)) {
    const part = await timed(() => large.desk.operator('account', 'find', textOf(large)))
    findings.push(atMost(`find: ${what}, all accounts`, part, 1_000, 'ms'))
  }
  return findings
}

/** Only on the large side: more is waiting there, up to the page size. The first request warms each up. */
async function measureDeskPages(large: Side): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [what, pathOf] of Object.entries(deskPaths)) {
    const times: number[] = []
    for (let number = 0; number <= ROUNDS; number += 1)
      times.push(await timed(() => openAsOperator(large.operator, pathOf(personOf(large, number)))))
    findings.push(atMost(`desk: ${what}`, usual(times.slice(1)), DESK_PAGE_MS, 'ms'))
  }
  return findings
}

/** Few accounts contain it. */
function partOf(side: Side): string {
  return personOf(side, 1).email.slice(3, -4)
}

/** Each person's first turn warms both sides up. */
async function byTurns(
  what: string,
  small: Side,
  large: Side,
  one: (side: Side, number: number) => Promise<number>,
): Promise<Finding> {
  const times = { small: [] as number[], large: [] as number[] }
  for (let number = 0; number < PEOPLE * (1 + ROUNDS); number += 1) {
    const [first, second] = [await one(small, number), await one(large, number)]
    if (number < PEOPLE) continue
    times.small.push(first)
    times.large.push(second)
  }
  return findingOf(what, 'ms', usual(times.small), usual(times.large))
}

/** Other work on the machine can only slow things down, so the faster ones say more. */
function usual(times: number[]): number {
  return quantile(times, 0.25)
}

async function compareRenewals(small: Side, large: Side): Promise<Finding> {
  const times = { small: [] as number[], large: [] as number[] }
  for (let round = 0; round <= RENEWALS; round += 1) {
    const [first, second] = [await small.desk.renew(MONTHS), await large.desk.renew(MONTHS)]
    if (round === 0) continue
    times.small.push(first)
    times.large.push(second)
  }
  return findingOf('renewal, per month charged', 'ms', usual(times.small), usual(times.large))
}

async function compareTidying(small: Side, large: Side): Promise<Finding> {
  const total = { small: { ms: 0, rows: 0 }, large: { ms: 0, rows: 0 } }
  for (const days of TIDY_DAYS) {
    add(total.small, await small.desk.tidy(days))
    add(total.large, await large.desk.tidy(days))
  }
  const perRow = ({ ms, rows }: { ms: number; rows: number }) => (ms / rows) * 1000
  note('rows deleted there', total.large.rows, '')
  return findingOf('tidying, per row', 'µs', perRow(total.small), perRow(total.large))
}

function add(total: { ms: number; rows: number }, more: { ms: number; rows: number }): void {
  total.ms += more.ms
  total.rows += more.rows
}

async function compareCardNotices(small: Side, large: Side): Promise<Finding> {
  const perCard = ({ ms, cards }: { ms: number; cards: number }) => (ms / cards) * 1000
  return findingOf(
    'card notices, per card looked at',
    'µs',
    perCard(await small.desk.warnOfCards()),
    perCard(await large.desk.warnOfCards()),
  )
}

function findingOf(what: string, unit: string, small: number, large: number): Finding {
  note(`${what}, few accounts`, small, unit)
  return atMost(`${what}, many against few`, large / small, SLOWER_AT_MOST, '×')
}

/** For the plans: every request, search and timed job once more. */
async function doEverythingOnce(side: Side): Promise<void> {
  for (const visit of Object.values(visits)) await visit(side.product, personOf(side, 0))
  for (const argv of Object.values(searches)) await side.desk.operator(...argv(personOf(side, 0)))
  for (const textOf of Object.values(partsOfTexts)) await side.desk.operator('account', 'find', textOf(side))
  for (const pathOf of Object.values(deskPaths))
    await openAsOperator(side.operator, pathOf(personOf(side, 0)))
  await side.desk.operator('audit', 'list', personOf(side, 0).email)
  for (const list of ['account list --state past_due', 'audit list'])
    await side.desk.operator(...list.split(' '))
  await listCancellations(side.desk.db, { limit: 100 })
  await listFeedback(side.desk.db, 100)
  await side.desk.renew(MONTHS)
  await side.desk.tidy(11)
  await side.desk.warnOfCards()
}
