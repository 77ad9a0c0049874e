type SpinnerProps = { text?: string; isTextShown?: boolean }

/** Not a live region: the parent decides whether to announce the wait. */
export function Spinner({ text = 'Please wait', isTextShown = false }: SpinnerProps) {
  return (
    <span className="spinner">
      <span className={isTextShown ? undefined : 'unseen'}>{text}</span>
    </span>
  )
}
