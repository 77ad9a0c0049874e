import { useEffect, useRef, useState } from 'react'
import { addNote, type DeskNote, noteWords, strikeNote } from '#contract/desk/account.ts'
import type { ShownOperator } from '#contract/desk/desk-page-values.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { makeCall } from '#web/form/make-call.ts'
import { sentenceOf } from '#web/form/refusal.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextAreaField } from '#web/form/TextAreaField.tsx'
import { useBusy } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Moment } from '../DeskFacts.tsx'
import { may, NeedsRole } from '../Offered.tsx'

type NotesProps = { notes: readonly DeskNote[]; number: string; operator: ShownOperator | null }

/** Operators' notes for each other. The customer never sees them. */
export function Notes({ notes: first, number, operator }: NotesProps) {
  const canWrite = may(operator, 'help')
  const [notes, setNotes] = useState(first)
  // Each note has its own form, so that the next one is empty and without errors.
  const [added, setAdded] = useState(0)
  const [news, setNews] = useState('')
  const [error, setError] = useState('')
  const striking = useBusy()
  const status = useRef<HTMLParagraphElement>(null)

  function strike(note: DeskNote) {
    void striking.run(() =>
      makeCall(
        strikeNote,
        { note_id: note.id },
        {
          parts: { number },
          onAnswer: ({ data }) => {
            setNotes(data.notes)
            setError('')
            setNews('The note is struck out.')
            // The pressed button is gone.
            status.current?.focus()
          },
          onErrors: (errors) => setError(sentenceOf(errors)),
        },
      ),
    )
  }

  return (
    <section className="desk-card" aria-labelledby="notes">
      <h2 id="notes">Notes</h2>
      {error !== '' && <Banner tone="bad">{error}</Banner>}
      <p className="hint" role="status" tabIndex={-1} ref={status}>
        {news === '' ? 'For operators only. The customer never sees them.' : news}
      </p>
      <NeedsRole operator={operator} permission="help" />
      {canWrite && (
        <details>
          <summary>Write a note</summary>
          <NoteForm
            key={added}
            number={number}
            isNext={added > 0}
            onAdded={(now) => {
              setNotes(now)
              setAdded((count) => count + 1)
              setError('')
              setNews('The note is added.')
            }}
          />
        </details>
      )}
      {notes.length === 0 ? (
        <p className="desk-empty">There is no note yet.</p>
      ) : (
        <ul className="plain desk-list">
          {notes.map((note) => (
            <li key={note.id}>
              <div>
                <p className="account-words">{note.struck ? <del>{note.words}</del> : note.words}</p>
                <p className="hint">
                  {`${note.by}, `}
                  <Moment at={note.at} />
                  {note.struck && (
                    <>
                      {` · struck out by ${note.struck.by}, `}
                      <Moment at={note.struck.at} />
                    </>
                  )}
                </p>
              </div>
              {canWrite && !note.struck && (
                <Button
                  look="quiet"
                  small
                  busy={striking.isBusy}
                  label={`Strike out the note: ${note.words.slice(0, 60)}`}
                  onClick={() => strike(note)}
                >
                  Strike out
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type NoteFormProps = {
  number: string
  /** It replaces the form of the note that was just added. */
  isNext: boolean
  onAdded: (notes: DeskNote[]) => void
}

function NoteForm({ number, isNext, onAdded }: NoteFormProps) {
  const form = useForm({ fields: { words: configOf(noteWords) }, needsScript: true })
  // The key stays while the text is the same: resent after a lost answer, it is still one note. A changed
  // text is another one.
  const sent = useRef({ key: '', words: '' })
  const { element } = form

  // The pressed button is gone; the focus moves to the same one, unless the person has moved it meanwhile.
  useEffect(() => {
    if (isNext && document.activeElement === document.body)
      element.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }, [isNext, element])

  async function add({ words }: { words: string }) {
    if (sent.current.key === '' || sent.current.words !== words)
      sent.current = { key: crypto.randomUUID(), words }
    await makeCall(
      addNote,
      { words, key: sent.current.key },
      {
        parts: { number },
        onAnswer: ({ data }) => onAdded(data.notes),
        onErrors: form.serverErrors,
      },
    )
  }

  return (
    <Form form={form} onSubmit={add} label="Add a note">
      <TextAreaField field={form.field('words')} rows={2} />
      <SubmitButton form={form} look="quiet">
        Add note
      </SubmitButton>
    </Form>
  )
}
