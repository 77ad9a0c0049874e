import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { sql } from '#server/platform/db/sql.ts'
import { findProgram } from '../scripts/cluster/find-program.ts'
import { startHaproxy, startNginx } from '../scripts/cluster/proxy.ts'
import { openWorkplace } from '../scripts/cluster/workplace.ts'
import { findFreePort } from '../scripts/find-free-port.ts'
import type { Product } from '../scripts/launch-product.ts'
import { startPostgres } from '../scripts/start-postgres.ts'
import { openSandbox } from '../server/adapters/payments-sandbox.ts'
import { systemClock } from '../server/ports/clock.ts'
import { subscribe } from '../server/test-kit/subscriptions.ts'
import { openVisitors } from './kit/cluster/visitors.ts'
import { form, keepAsking } from './kit/load.ts'
import { launchOn } from './kit/order-stories.ts'
import { size } from './kit/size.ts'

const STARTS_WITHIN_MS = 20_000
const TIMES = 30
const SIGN_INS_AFTER = 3

/** An instance of a release, with only its own build's scripts. The new one does not answer /slow/. */
async function openInstance(release: string) {
  const missed: string[] = []
  const slow = Promise.withResolvers<ServerResponse>()
  const server = createServer((request, response) => {
    if (request.url === '/slow/' && release === 'new') return slow.resolve(response)
    const isHere = request.url === '/ready' || request.url === `/assets/${release}.js`
    if (!isHere) missed.push(`${request.method} ${request.url}`)
    response.writeHead(isHere ? 200 : 404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, missed, slow: slow.promise }
}

async function openProxy(name: 'haproxy' | 'nginx', instances: number[]) {
  const program = findProgram(name, console.log)
  if (!program) return undefined
  const workplace = openWorkplace()
  onTestFinished(() => workplace.remove())
  const options = {
    workplace,
    program: workplace.reachable(program),
    port: await findFreePort(),
    plainPort: await findFreePort(),
    instances,
  }
  const { url, certificate } =
    name === 'nginx' ? startNginx(options) : startHaproxy(options, await findFreePort())
  const visitors = openVisitors([url], certificate)
  onTestFinished(() => visitors.close())
  const deadline = Date.now() + STARTS_WITHIN_MS
  while ((await visitors.send('/ready', 1)).status !== 200 && Date.now() < deadline) await pause(50)
  return visitors
}

test.each(['haproxy', 'nginx'] as const)(
  'during an upgrade the scripts of both releases are found behind %s',
  {
    timeout: 120_000,
  },
  async (name) => {
    const instances = await Promise.all([openInstance('old'), openInstance('old'), openInstance('new')])
    const visitors = await openProxy(
      name,
      instances.map(({ port }) => port),
    )
    if (!visitors) return console.log(`Left out: ${name} cannot be had here.`)
    const paths = Array.from({ length: TIMES }, () => ['/assets/old.js', '/assets/new.js']).flat()
    const ask = async (path: string) => `${path} ${(await visitors.send(path, 1)).status}`
    const found = new Set(['/assets/old.js 200', '/assets/new.js 200'])
    const askInTurn = async () => {
      const answers = new Set<string>()
      for (const path of paths) answers.add(await ask(path))
      return answers
    }
    expect(await askInTurn()).toEqual(found)

    // The new instance is busier than the others, and pages load at the same time.
    let slow: ServerResponse | undefined
    while (!slow) {
      const answered = visitors.send('/slow/', 1).then(() => undefined)
      slow = await Promise.race([answered, ...instances.map((instance) => instance.slow)])
    }
    expect(await askInTurn()).toEqual(found)
    expect(new Set(await Promise.all(paths.map(ask)))).toEqual(found)
    slow.end()

    // Nothing else is requested twice.
    for (const instance of instances) instance.missed.length = 0
    expect((await visitors.send('/page/', 1)).status).toBe(404)
    expect((await visitors.send('/call/', 1, new FormData())).status).toBe(404)
    expect(instances.flatMap(({ missed }) => missed).toSorted()).toEqual(['GET /page/', 'POST /call/'])
  },
)

/**
 * As a later release would do it: a filled column, an index, a constraint, and a table whose rows lead to
 * accounts.
 */
const later = `
  alter table accounts add column language text not null default 'en';
  update accounts set language = 'es' where id % 2 = 0;
  create index if not exists accounts_by_language on accounts (language, id);
  alter table accounts add constraint language_is_known check (language in ('en', 'es'));
  create table greetings (
    account_id bigint primary key references accounts (id),
    words text not null
  );
  insert into greetings (account_id, words) select id, 'Hola' from accounts where language = 'es';`

test('a later migration keeps people and their money, while the previous release still serves', async () => {
  const postgres = await startPostgres()
  onTestFinished(postgres.stop)
  const before = await launchOn(postgres.url)
  onTestFinished(before.stop)
  const { db } = before
  const payments = openSandbox({ db, clock: systemClock })
  const customers = []
  for (let count = 0; count < size(6, 200); count += 1)
    customers.push(await subscribe({ db, clock: systemClock, payments }))
  const email = customers[0]?.email ?? ''
  const signIn = ({ url }: Product, number: number) =>
    fetch(`${url}/rest/auth/login/`, {
      method: 'POST',
      body: form({ email, password: 'password1' }),
      headers: { 'x-forwarded-for': `198.18.1.${number % 250}` },
    })
  expect((await signIn(before.product, 0)).status).toBe(200)
  const rows = await rowsOf(db)

  const release = await mkdtemp(join(tmpdir(), 'front-desk-release-'))
  onTestFinished(() => rm(release, { recursive: true }))
  await cp('migrations', release, { recursive: true })
  await writeFile(join(release, '0100_languages.sql'), later)
  let isApplied = false
  let after = 0
  const until = () => isApplied && ++after > SIGN_INS_AFTER
  const signIns = keepAsking((number) => signIn(before.product, number), { atOnce: 1, until })
  expect(await migrate(db, { migrations: release })).toEqual(['0100_languages.sql'])
  expect(await migrate(db, { migrations: release })).toEqual([])
  isApplied = true
  expect(new Set((await signIns).map(({ status }) => status))).toEqual(new Set([200]))
  expect(await rowsOf(db)).toEqual(rows)
  const { filled, all } = await db.one<{ filled: number; all: number }>(sql`
    select count(*) filter (where (language = 'es') = (g.account_id is not null)) as filled, count(*) as all
    from accounts a left join greetings g on g.account_id = a.id`)
  expect([filled, all]).toEqual([customers.length, customers.length])

  // Back to the previous release, which does not know the file.
  await before.product.kill()
  const back = await launchOn(postgres.url)
  onTestFinished(back.stop)
  expect((await signIn(back.product, 0)).status).toBe(200)
})

/** The baseline's customers and their money, without columns that came later. */
async function rowsOf(db: Db) {
  const { rows } = await db.one<{ rows: unknown }>(sql`
    select jsonb_build_object(
      'accounts', (select jsonb_agg(to_jsonb(a) - 'language' order by a.id) from accounts a),
      'agents', (select jsonb_agg(to_jsonb(g) order by g.id) from agents g),
      'cards', (select jsonb_agg(to_jsonb(c) order by c.id) from cards c),
      'subscriptions', (select jsonb_agg(to_jsonb(s) order by s.id) from subscriptions s),
      'periods', (select jsonb_agg(to_jsonb(p) order by p.id) from periods p),
      'invoices', (select jsonb_agg(to_jsonb(i) order by i.id) from invoices i),
      'entitlements', (select jsonb_agg(to_jsonb(e) order by e.account_id) from entitlements e)) as rows`)
  return rows
}
