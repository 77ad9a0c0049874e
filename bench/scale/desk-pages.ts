import { deskPages } from '../../contract/desk/desk-pages.ts'
import { fillPath } from '../../contract/wire/endpoint.ts'
import { beginOperatorSession } from '../../server/identity/operators/operator-sessions.ts'
import { insertOperator } from '../../server/identity/operators/operators.ts'
import type { Database } from '../../server/platform/db/database.ts'
import { ask } from '../client.ts'
import type { Known } from './visitor.ts'

export type Operator = { deskUrl: string; cookie: string }

/** An operator signed in to the desk of one side. */
export async function startOperator(db: Database, deskUrl: string): Promise<Operator> {
  const now = new Date()
  const email = `bench-${process.pid}@desk.example`
  const id = await insertOperator(db, { email, name: 'Bench', role: 'admin' }, now)
  if (id === undefined) throw new Error(`There is an operator ${email} already`)
  const origin = { ip: '127.0.0.1', device: 'bench' }
  const at = { origin, network: '127.0.0.1', deviceHash: Buffer.alloc(32) }
  const token = await beginOperatorSession(db, id, at, now)
  return { deskUrl, cookie: `desk_session=${token}` }
}

const audit = deskPages.audit.path
const queue = (name: string) => () => fillPath(deskPages.queue.path, { queue: name })
const ofAccount = (path: string) => (known: Known) => fillPath(path, { number: known.number })

/** The operators' lists, with filters that few rows of a large table match. */
export const deskPaths: Record<string, (known: Known) => string> = {
  today: () => deskPages.today.path,
  approvals: () => deskPages.approvals.path,
  disputes: () => `${deskPages.disputes.path}?show=all`,
  'held sign-ups': () => deskPages['held-sign-ups'].path,
  'refused renewals': queue('renewals'),
  'sign-ups left at the card': queue('left'),
  partners: () => deskPages.partners.path,
  'work that failed': queue('jobs'),
  'work that waits without moving': queue('waiting'),
  feed: () => deskPages.feed.path,
  figures: () => deskPages.figures.path,
  'audit log': () => audit,
  'audit log, an action that nobody took': () => `${audit}?action=prices-set`,
  'audit log, an operator who did nothing': () => `${audit}?operator=nobody@desk.example`,
  'audit log, one account': ({ number }) => `${audit}?account=${number}`,
  'an account and its timeline': ofAccount(deskPages.account.path),
  'an account’s money': ofAccount(deskPages.money.path),
  'an account’s access': ofAccount(deskPages.access.path),
}

export async function openAsOperator({ deskUrl, cookie }: Operator, path: string): Promise<void> {
  const { status } = await ask(`${deskUrl}${path}`, { headers: { cookie } })
  if (status !== 200) throw new Error(`${path} answered ${status}`)
}
