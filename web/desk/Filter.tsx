import { Banner } from '#web/ui/Banner.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'

export type FilterProps = {
  /** The page whose lists it filters. */
  path: string
  fields: readonly FilterField[]
  /** Why nothing is listed, if the filter is wrong. Empty otherwise. */
  complaint: string
}

type FilterField = {
  name: string
  label: string
  value: string
  type?: 'text' | 'date'
  suggested?: readonly string[]
}

/** The filter of a page of lists, which works without a script. */
export function Filter({ path, fields, complaint }: FilterProps) {
  return (
    <>
      <form className="desk-card desk-filter" method="get" action={path} aria-label="Filter">
        {fields.map((field) => (
          <Field key={field.name} {...field} />
        ))}
        <div className="cluster">
          <button className={buttonClass('primary', true)} type="submit">
            Filter
          </button>
          <LinkButton look="quiet" small href={path}>
            Clear
          </LinkButton>
        </div>
      </form>
      {complaint !== '' && <Banner tone="bad">{complaint}</Banner>}
    </>
  )
}

function Field({ name, label, value, type = 'text', suggested }: FilterField) {
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
  const parameters = Object.entries(filter).filter(([, text]) => text !== '')
  return parameters.length === 0 ? '' : `?${new URLSearchParams(parameters).toString()}`
}
