import { type DetailsValues, saveOwnName } from '#contract/features/details.ts'
import { firstName, lastName } from '#contract/fields/person.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/use-form.ts'
import { SavedNote } from './SavedNote.tsx'
import { useSaving } from './use-saving.ts'

const optionalLastName = { ...lastName, validation: { ...lastName.validation, required: false } }

export function NameTile({ name }: { name: DetailsValues['ownName'] }) {
  const form = useForm({
    fields: {
      first_name: configOf(firstName, { value: name.first_name }),
      last_name: configOf(optionalLastName, { value: name.last_name }),
    },
    needsScript: true,
  })
  const { isSaved, save } = useSaving(form)
  return (
    <section className="tile whole" aria-labelledby="name">
      <h2 id="name">Your name</h2>
      <Form form={form} onSubmit={async (typed) => void (await save(saveOwnName, typed))}>
        <div className="row">
          <TextField field={form.field('first_name')} autoComplete="given-name" />
          <TextField field={form.field('last_name')} autoComplete="family-name" />
        </div>
        <SavedNote>{isSaved && 'Your name is saved.'}</SavedNote>
        <div className="cluster">
          <SubmitButton form={form}>Save name</SubmitButton>
        </div>
      </Form>
    </section>
  )
}
