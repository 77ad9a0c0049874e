import { type FormEvent, type KeyboardEvent as KeyPress, type ReactNode, useEffect, useId } from 'react'
import { useFindList } from './use-find-list.ts'

/** A page that shows results while one types. */
export type FindWatch = {
  type(text: string): void
  /** Moves the focus to the first result. */
  down(): void
  /** Opens the exact match. False if there is none: then the results page opens. */
  open(): boolean
}

const BOX = 'desk-find'

export function focusFindBox(): void {
  const box = document.getElementById(BOX) as HTMLInputElement | null
  box?.focus()
  box?.select()
}

/** Searches for anything, from every page. A slash moves the focus here, unless something is being typed. */
export function FindBox({ sought = '', watch }: { sought?: string; watch?: FindWatch }) {
  useEffect(() => {
    function focus(event: KeyboardEvent) {
      const target = event.target as HTMLElement
      const isTyping = /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      focusFindBox()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])

  return (
    <search className="desk-search">
      {watch ? <WatchedBox sought={sought} watch={watch} /> : <ListedBox />}
    </search>
  )
}

/** On the results page, which follows the typing. */
function WatchedBox({ sought, watch }: { sought: string; watch: FindWatch }) {
  function submit(event: FormEvent) {
    if (watch.open()) event.preventDefault()
  }

  function press(event: KeyPress) {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    watch.down()
  }

  return (
    <FindForm onSubmit={submit}>
      <input
        {...boxProps}
        type="search"
        defaultValue={sought}
        onChange={({ target }) => watch.type(target.value)}
        onKeyDown={press}
      />
    </FindForm>
  )
}

const boxProps = {
  id: BOX,
  name: 'q',
  placeholder: 'Find: number, email, name, phone, bill …',
  autoComplete: 'off',
  maxLength: 200,
} as const

type FindFormProps = { children: ReactNode; list?: ReactNode; onSubmit?: (event: FormEvent) => void }

function FindForm({ children, list, onSubmit }: FindFormProps) {
  return (
    <form className="desk-find" action="/desk/find/" method="get" onSubmit={onSubmit}>
      <label className="unseen" htmlFor={BOX}>
        Find an account, person, bill, charge or mail
      </label>
      {children}
      <span className="desk-key" aria-hidden="true">
        /
      </span>
      {list}
    </form>
  )
}

/** Everywhere else: a list of results opens under the box. Without a choice, Enter opens the results page. */
function ListedBox() {
  const list = useFindList()
  const ids = useFindListIds()
  const isListed = list.options.length > 0
  return (
    <FindForm list={<FindList list={list} ids={ids} />}>
      <input
        {...boxProps}
        type="text"
        inputMode="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={isListed ? ids.list : undefined}
        aria-activedescendant={list.active >= 0 ? ids.option(list.active) : undefined}
        onChange={list.type}
        onKeyDown={list.press}
        onBlur={list.close}
      />
    </FindForm>
  )
}

type FindListProps = { list: ReturnType<typeof useFindList>; ids: FindListIds }
type FindListIds = { list: string; option: (index: number) => string }

function useFindListIds(): FindListIds {
  const list = useId()
  return { list, option: (index) => `${list}-${index}` }
}

/** Results as one types. The focus stays in the box; arrow keys choose, and a click opens. */
function FindList({ list, ids }: FindListProps) {
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
              {options.map(({ key, href, row, kind }, index) => (
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box, which names the chosen option.
                // biome-ignore lint/a11y/useKeyWithClickEvents: the box takes the keys.
                <div
                  key={key}
                  id={ids.option(index)}
                  role="option"
                  aria-selected={index === active}
                  className="desk-found-row"
                  ref={(element) => {
                    if (index === active) element?.scrollIntoView({ block: 'nearest' })
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
