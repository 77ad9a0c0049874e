import { Fragment, type ReactNode } from 'react'
import type { PageProps } from '#contract/page-values.ts'
import { Layout } from '#web/ui/Layout.tsx'
import {
  type DescribedCall,
  describedCalls,
  type FieldRow,
  type OpenApiDocument,
  type Refusal,
  sharedRefusals,
} from './described-calls.ts'

const DOCUMENT_ADDRESS = '/openapi.json'

/** The contract as a readable page. Programs can fetch the same document as JSON. */
export function ApiReferencePage({ values, provider, now }: PageProps<'api-reference'>) {
  const document = values.document as OpenApiDocument
  const calls = describedCalls(document)
  const shared = sharedRefusals(calls)
  const isShared = (status: string) => shared.some((refusal) => refusal.status === status)
  return (
    <Layout provider={provider} now={now} wide panel={<CallList calls={calls} />}>
      <h1>{document.info.title}</h1>
      <p className="lede">
        {document.info.description} For programs: <a href={DOCUMENT_ADDRESS}>the OpenAPI document</a>.
      </p>
      <div className="api-reference-calls">
        <section className="tile">
          <h2>Errors that any call can return</h2>
          <Refusals refusals={shared} />
        </section>
        {calls.map((call) => (
          <CallTile
            key={call.anchor}
            call={call}
            refusals={call.refusals.filter(({ status }) => !isShared(status))}
          />
        ))}
      </div>
    </Layout>
  )
}

function CallList({ calls }: { calls: DescribedCall[] }) {
  return (
    <div className="api-reference-list">
      <h2>Calls</h2>
      <p>Server, pages and this reference read the same description of each call.</p>
      <nav aria-label="Calls">
        <ul className="plain">
          {calls.map(({ anchor, number, summary }) => (
            <li key={anchor}>
              <a href={`#${anchor}`}>
                <span>{number}</span>
                {summary}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

function Refusals({ refusals }: { refusals: Refusal[] }) {
  return (
    <dl className="api-reference-refusals">
      {refusals.map(({ status, when }) => (
        <div key={status}>
          <dt>{status}</dt>
          <dd>{when}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Longer lists are collapsed, so that the calls stay close together. */
const MOST_ROWS_OPEN = 12

type CallTileProps = { call: DescribedCall; refusals: Refusal[] }

function CallTile({ call, refusals }: CallTileProps) {
  return (
    <section className="tile api-reference-call" id={call.anchor} aria-labelledby={`${call.anchor}-title`}>
      <h2 id={`${call.anchor}-title`}>
        {call.number && <span className="hint">{`${call.number}. `}</span>}
        {call.summary}
      </h2>
      <p className="api-reference-address">
        <span className={`api-reference-method ${call.method.toLowerCase()}`}>{call.method}</span>{' '}
        <code>{call.path}</code>
        <span className="hint">{call.encoding}</span>
      </p>
      {call.bodies.map((rows, index) => {
        const caption = captionOf('Request', call.bodies, index)
        return (
          <Folding key={caption} caption={caption} rows={rows}>
            <FieldTable caption={caption} rows={rows} isSent />
          </Folding>
        )
      })}
      {call.answers.map((rows, index) => {
        const caption = captionOf('Response', call.answers, index)
        return (
          <Folding key={caption} caption={caption} rows={rows}>
            <FieldTable caption={caption} rows={rows} />
          </Folding>
        )
      })}
      {refusals.length > 0 && (
        <div>
          <h3>Errors</h3>
          <Refusals refusals={refusals} />
        </div>
      )}
    </section>
  )
}

function captionOf(text: string, shapes: FieldRow[][], index: number): string {
  return shapes.length === 1 ? text : `${text}, shape ${index + 1} of ${shapes.length}`
}

function Folding({ caption, rows, children }: { caption: string; rows: FieldRow[]; children: ReactNode }) {
  if (rows.length <= MOST_ROWS_OPEN) return children
  return (
    <details>
      <summary>{`${caption}: ${rows.length} fields`}</summary>
      {children}
    </details>
  )
}

type FieldTableProps = { caption: string; rows: FieldRow[]; isSent?: boolean }

function FieldTable({ caption, rows, isSent = false }: FieldTableProps) {
  return (
    <table className="table stacks api-reference-fields">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Description</th>
          {isSent && <th scope="col">Required</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">
              <FieldName name={row.name} />
            </th>
            <td data-label="Type">{row.type}</td>
            <td data-label="Description">
              <span>{[row.says, row.limits].filter((text) => text !== '').join(': ')}</span>
            </td>
            {isSent && <td data-label="Required">{row.isRequired ? 'yes' : 'no'}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Allows line breaks after a dot or an underscore. */
function FieldName({ name }: { name: string }) {
  const parts = name.split(/(?<=[._])/)
  return (
    <code>
      {parts.map((part, index) => (
        // Parts have no ids and never change, so the index is a safe key.
        <Fragment key={String(index)}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </code>
  )
}
