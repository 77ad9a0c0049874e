import type { MouseEvent } from 'react'
import type { FormHandle } from './use-form.ts'

/**
 * What the last submit was refused for, with a way to each field. What is mended is crossed out and not removed:
 * the form must not move under the hands of someone who types.
 */
export function ErrorSummary<Name extends string>({ form }: { form: FormHandle<Name> }) {
  const { refused, refusals, fields } = form.state
  if (refused.length === 0) return <p className="unseen" role="status" />
  const words = refused.length === 1 ? 'Please check one field' : `Please check ${refused.length} fields`
  return (
    <>
      <p className="unseen" role="status" key={refusals}>
        {`${words}: ${refused.map(({ name }) => fields[name].label).join(', ')}.`}
      </p>
      <div className="banner bad summary">
        <div>
          <b>{words}</b>
          <ul>
            {refused.map(({ name, message }) => (
              <li key={name} className={fields[name].valid ? 'done' : undefined}>
                <a href={`#${form.field(name).id}`} onClick={focusField}>
                  {fields[name].label}
                </a>
                {`: ${message}`}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </>
  )
}

/** Without a script the address does the same, but stays in the history. */
function focusField(event: MouseEvent<HTMLAnchorElement>) {
  const field = document.getElementById(event.currentTarget.hash.slice(1))
  if (!field) return
  event.preventDefault()
  field.scrollIntoView({ block: 'center' })
  field.focus({ preventScroll: true })
}
