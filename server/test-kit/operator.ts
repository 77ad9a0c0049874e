import { expect } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused } from '#server/platform/refusal.ts'
import type { Report } from '../admin/command.ts'
import { printed, printedAsJson } from '../admin/print.ts'
import { runCommand } from '../admin/run-command.ts'
import type { Harness } from './harness.ts'

const ACTOR = 'operator:tests'

/** The printed output, already checked to contain no secret. */
export type CommandOutput = { text: string; rows(name: string): Record<string, unknown>[] }

/** An operator who runs commands against this harness. */
export function operatorOf(harness: Harness) {
  async function run(...argv: string[]): Promise<CommandOutput> {
    const report = await runCommand(harness, argv, ACTOR)
    if (isRefused(report)) throw new Error(String(report.errors))
    const text = `${printed(report)}\n${printedAsJson(report)}`
    await expectNoSecret(harness, text)
    return { text, rows: (name) => rowsOf(report, name) }
  }

  /** The message of a refused command; also checks that it wrote no audit entry. */
  async function refused(...argv: string[]): Promise<string> {
    const before = await entries()
    const report = await runCommand(harness, argv, ACTOR)
    expect(isRefused(report), printed(report as Report)).toBe(true)
    expect(await entries()).toEqual(before)
    return isRefused(report) ? String(report.errors) : ''
  }

  const entries = () =>
    harness.db.many<{ action: string }>(sql`select action from audit where actor = ${ACTOR} order by id`)
  const lastAuditEntry = async () => (await entries()).at(-1)?.action
  return { run, refused, lastAuditEntry }
}

function rowsOf({ sections = [] }: Report, name: string): Record<string, unknown>[] {
  return sections.find((section) => section.name === name)?.rows ?? []
}

/** Hashes, tokens and encrypted passwords as stored in the tables, and the card numbers that tests pay with. */
async function expectNoSecret({ db }: Harness, text: string): Promise<void> {
  const kept = await db.many<{ secret: string | null }>(sql`
    select password_hash as secret from agents
    union all select encode(token_hash, 'hex') from sessions
    union all select encode(token_hash, 'base64') from sessions
    union all select encode(token_hash, 'hex') from links
    union all select encode(secret_hash, 'hex') from client_secrets
    union all select gateway_token from cards
    union all select gateway_token from charges
    union all select gateway_token from held_sign_ups
    union all select encode(token_hash, 'hex') from feed_keys
    union all select password_hash from unfinished_sign_ups
    union all select encode(password_sealed, 'hex') from smtp_settings`)
  for (const { secret } of kept) if (secret) expect(text.includes(secret)).toBe(false)
  expect(text).not.toMatch(/\$argon2|4111-?1111-?1111-?1111|4000-?0000-?0000/)
}
