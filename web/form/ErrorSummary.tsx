import type { MouseEvent } from 'react'
import { formatList } from '#contract/wire/format-list.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { SafeMarkup } from '#web/ui/SafeMarkup.tsx'
import type { FormHandle } from './use-form.ts'

/**
 * The errors of the last submit, with a link to each field; corrected ones disappear. Their space stays
 * reserved until the next submit, so that the form does not move while someone types.
 */
export function ErrorSummary<Name extends string>({ form }: { form: FormHandle<Name> }) {
  const { refused, refusals, fields } = form.state
  const wrong = refused.filter(({ name }) => !fields[name].valid).map(({ name }) => form.field(name))
  const corrected = refused.filter(({ name }) => fields[name].valid)
  const text = wrong.length === 1 ? 'Please check one field' : `Please check ${wrong.length} fields`
  return (
    <>
      <p className="unseen" role="status" key={refusals}>
        {wrong.length > 0 &&
          // A label may be a question.
          `${text}: ${formatList(wrong.map(({ config }) => config.label))}.`.replace('?.', '?')}
      </p>
      {refused.length > 0 && (
        <div className={wrong.length > 0 ? 'banner bad summary' : 'banner mended'}>
          <div>
            <b>{text}</b>
            <ul>
              {wrong.map(({ id, name, config }) => (
                <li key={name}>
                  <a href={`#${id}`} onClick={focusField}>
                    {config.label}
                  </a>
                  {`: ${config.error}`}
                </li>
              ))}
              {corrected.map(({ name, message }) => (
                <li key={name} className="mended">{`${form.field(name).config.label}: ${message}`}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </>
  )
}

/** Without JavaScript the URL fragment does the same, but adds to the history. */
function focusField(event: MouseEvent<HTMLAnchorElement>) {
  const field = document.getElementById(event.currentTarget.hash.slice(1))
  if (!field) return
  event.preventDefault()
  field.scrollIntoView({ block: 'center' })
  field.focus({ preventScroll: true })
}

/** Errors that belong to no field. */
export function GeneralErrors({ messages }: { messages: readonly string[] }) {
  if (messages.length === 0) return null
  return (
    <Banner tone="bad">
      {messages.map((message) => (
        <p key={message}>
          <SafeMarkup text={message} />
        </p>
      ))}
    </Banner>
  )
}
