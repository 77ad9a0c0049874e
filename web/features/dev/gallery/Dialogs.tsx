import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

const kinds = ['info', 'chooser', 'device'] as const
type Kind = (typeof kinds)[number]
const columns = ['Company', 'Owner Name', 'Account Number', 'Status', 'Option'] as const
const accounts = [
  ['North Shore Realty', 'Dana Whitfield', '204518', 'active', 'Active'],
  ['Lakeview Homes', 'Dana Whitfield', '198220', 'past_due', 'Past due'],
  ['Prairie Investors', 'M. Okafor', '310077', 'free signup agent', 'Free sign-up'],
] as const

/** One of them may already be open in the HTML. */
export function Dialogs({ opened = '' }: { opened?: string | undefined }) {
  const [open, setOpen] = useState(kinds.find((kind) => kind === opened))
  const close = () => setOpen(undefined)
  return (
    <section className="part" aria-labelledby="dialogs">
      <h2 id="dialogs">Dialogs</h2>
      <div className="cluster">
        <Opener kind="info" onOpen={setOpen}>
          Info dialog
        </Opener>
        <Opener kind="chooser" onOpen={setOpen}>
          Chooser dialog
        </Opener>
        <Opener kind="device" onOpen={setOpen}>
          Device warning
        </Opener>
      </div>
      <Dialog title="Info" open={open === 'info'} onClose={close}>
        <div className="stack">
          <p>Traces are unlimited. Up to 3000 records may be exported in a calendar month.</p>
          <div className="cluster">
            <Button onClick={close}>OK</Button>
          </div>
        </div>
      </Dialog>
      <Dialog
        title="Choose account"
        size="chooser"
        open={open === 'chooser'}
        onClose={close}
        lede="This email is associated with multiple accounts. Please choose from the list below:"
        footer={
          <Button small look="quiet" onClick={close}>
            Cancel
          </Button>
        }
      >
        <Accounts onChoose={close} />
      </Dialog>
      <Dialog title="Warning" size="device" open={open === 'device'}>
        <div className="stack">
          <p>This device is not compatible with this website.</p>
          <a href="#main">Get the app</a>
        </div>
      </Dialog>
    </section>
  )
}

function Opener({ kind, onOpen, children }: { kind: Kind; onOpen: (kind: Kind) => void; children: string }) {
  return (
    <Button look="ghost" onClick={() => onOpen(kind)}>
      {children}
    </Button>
  )
}

function Accounts({ onChoose }: { onChoose: () => void }) {
  return (
    <table className="table stacks">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {accounts.map(([company, owner, pin, statusId, text]) => (
          <tr key={pin}>
            <td data-label="Company">{company}</td>
            <td data-label="Owner Name">{owner}</td>
            <td data-label="Account Number">{pin}</td>
            <td data-label="Status">
              <StatusBadge statusId={statusId} text={text} />
            </td>
            <td>
              <Button small label={`Login to ${company}`} onClick={onChoose}>
                Login
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
