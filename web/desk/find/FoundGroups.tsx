import { type FoundGroup, type FoundRow, type FoundValues, foundKinds } from '#contract/desk/find/values.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Tag } from '../Tag.tsx'

export function FoundGroups({ values, text }: { values: FoundValues; text: string }) {
  const { groups, isCutShort, errorNumber } = values
  if (groups.length === 0) {
    if (errorNumber) return null
    return (
      <p className="desk-empty">
        {isCutShort
          ? `The search for “${text}” took too long. Type more of it, or another word.`
          : `Nothing matches “${text}”. Try fewer letters, or something else that you know: the email, the phone number, a bill.`}
      </p>
    )
  }
  return (
    <>
      {groups.map((group) => (
        <Group group={group} key={group.kind} />
      ))}
      {isCutShort && <p className="hint">More matches than are shown here. Another word narrows it.</p>}
    </>
  )
}

function Group({ group: { kind, rows, isMore, links } }: { group: FoundGroup }) {
  return (
    <section className="desk-card" aria-labelledby={`found-${kind}`}>
      <h2 id={`found-${kind}`}>{foundKinds[kind]}</h2>
      <ul className="plain find-list">
        {rows.map((row) => (
          <li key={row.key}>
            <Row row={row} />
          </li>
        ))}
      </ul>
      {rows.length === 0 && <p className="desk-empty">There are no more.</p>}
      {isMore && (
        <p className="hint">
          The first {rows.length} are shown.{links.length === 0 && ' Another word narrows it.'}
        </p>
      )}
      {links.length > 0 && (
        <nav className="desk-toolbar" aria-label={`Pages of ${foundKinds[kind].toLowerCase()}`}>
          {links.map(({ text, href }) => (
            <LinkButton look="quiet" small href={href} key={text}>
              {text}
            </LinkButton>
          ))}
        </nav>
      )}
    </section>
  )
}

function Row({ row }: { row: FoundRow }) {
  const { href, title, facts, tag, what, matched } = row
  const inside = (
    <>
      <span className="find-title">
        <strong>{title}</strong>
        {tag && <Tag {...tag} />}
      </span>
      <span className="hint">{facts.join(' · ')}</span>
      <span className="find-match">
        {what}: {matched.before}
        {matched.hit !== '' && <mark>{matched.hit}</mark>}
        {matched.after}
      </span>
    </>
  )
  return href ? (
    <a className="find-row" href={href} data-found="">
      {inside}
    </a>
  ) : (
    <div className="find-row">{inside}</div>
  )
}
