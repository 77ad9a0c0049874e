import { useId } from 'react'
import type { useFindList } from './use-find-list.ts'

type FindListProps = { list: ReturnType<typeof useFindList>; ids: FindListIds }
export type FindListIds = { list: string; option: (place: number) => string }

export function useFindListIds(): FindListIds {
  const list = useId()
  return { list, option: (place) => `${list}-${place}` }
}

/** What is found while one types. The focus stays in the box; arrow keys choose, and a click opens. */
export function FindList({ list, ids }: FindListProps) {
  const { isOpen, options, active, error, values } = list
  return (
    <>
      <p className="unseen" role="status">
        {isOpen && error === '' ? say(list) : ''}
      </p>
      {isOpen && (
        <div className="desk-found">
          {error !== '' && <p role="alert">{error}</p>}
          {error === '' && options.length === 0 && <p aria-hidden="true">{say(list)}</p>}
          {values.wasCardNumber && list.isCurrent && (
            <p>
              That was a whole card number. Only its last four digits were used, and it was not kept. Please
              do not type card numbers here.
            </p>
          )}
          {options.length > 0 && (
            <div role="listbox" id={ids.list} aria-label="Results">
              {options.map(({ key, href, row, kind }, place) => (
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box, which names the chosen option.
                // biome-ignore lint/a11y/useKeyWithClickEvents: the box takes the keys.
                <div
                  key={key}
                  id={ids.option(place)}
                  role="option"
                  aria-selected={place === active}
                  className="desk-found-row"
                  ref={(element) => {
                    if (place === active) element?.scrollIntoView({ block: 'nearest' })
                  }}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => location.assign(href)}
                >
                  {row ? (
                    <>
                      <strong>{row.title}</strong>
                      <span>{[kind, ...row.facts, row.tag?.text].filter(Boolean).join(' · ')}</span>
                      <span>
                        {row.what}: {row.matched.before}
                        {row.matched.hit !== '' && <mark>{row.matched.hit}</mark>}
                        {row.matched.after}
                      </span>
                    </>
                  ) : (
                    `See all results for “${list.text}”`
                  )}
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </>
  )
}

function say({ isCurrent, count, values, options }: ReturnType<typeof useFindList>): string {
  if (!isCurrent) return 'Searching …'
  if (options.length === 0)
    return values.isCutShort ? 'The search took too long. Type more of it.' : 'Nothing found.'
  const shown = `${count} ${count === 1 ? 'result' : 'results'}`
  const isMore = values.isCutShort || values.groups.some((group) => group.isMore)
  return isMore ? `${shown}, and more on the page of results.` : `${shown}.`
}
