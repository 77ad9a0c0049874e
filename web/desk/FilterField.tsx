import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/Button.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'

/** The filter of a list, which works without a script. */
export function FilterForm({ path, children }: { path: string; children: ReactNode }) {
  return (
    <form className="desk-card desk-filter" method="get" action={path} aria-label="Filter">
      {children}
      <div className="cluster">
        <button className={buttonClass('primary', true)} type="submit">
          Filter
        </button>
        <LinkButton look="quiet" small href={path}>
          Clear
        </LinkButton>
      </div>
    </form>
  )
}

type FilterFieldProps = {
  name: string
  label: string
  value: string
  type?: 'text' | 'date'
  suggested?: readonly string[]
}

/** A field of a filter. */
export function FilterField({ name, label, value, type = 'text', suggested }: FilterFieldProps) {
  const id = `filter-${name}`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        name={name}
        type={type}
        defaultValue={value}
        autoComplete="off"
        list={suggested ? `${id}-list` : undefined}
      />
      {suggested && (
        <datalist id={`${id}-list`}>
          {suggested.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </div>
  )
}

/** The query of a link that keeps the filter. */
export function queryOf(filter: Record<string, string>): string {
  const given = Object.entries(filter).filter(([, text]) => text !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}
