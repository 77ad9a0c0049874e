import { Fragment, type ReactNode } from 'react'
import { nameActor } from '#contract/accounts/name-actor.ts'
import type { DeskMoment, Tone } from '#contract/desk/desk-moment.ts'

/** Labeled facts. Undefined ones are not shown. */
export function DeskFacts({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <dl className="desk-facts">
      {Object.entries(facts).map(([name, fact]) =>
        fact === undefined ? null : (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </Fragment>
        ),
      )}
    </dl>
  )
}

/** An account by its number, with its company beside it. */
export function AccountLink({ pin, company }: { pin: string; company?: string }) {
  return (
    <>
      <a href={`/desk/accounts/${pin}/`}>{pin}</a>
      {company && <span className="hint"> {company}</span>}
    </>
  )
}

/** For lists over many accounts, which do not know the names of their people. */
export function actorName(actor: string): string {
  return nameActor(
    actor,
    (id) => `Person ${id}`,
    (email) => email,
  )
}

/** A stored name as a label: `new-device` is “New device”. */
export function labelOf(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A moment in the account's time zone; pointing at it shows UTC. */
export function Moment({ at: { text, utc } }: { at: DeskMoment }) {
  return (
    <time dateTime={utc.replace(' UTC', 'Z').replace(' ', 'T')} title={utc}>
      {text}
    </time>
  )
}

export function Tag({ text, tone }: { text: string; tone: Tone | null }) {
  return <span className={tone ? `desk-tag is-${tone}` : 'desk-tag'}>{text}</span>
}
