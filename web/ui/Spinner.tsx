type SpinnerProps = { text?: string; isTextShown?: boolean }

/** Not a live region: whoever shows it decides whether waiting is news. */
export function Spinner({ text = 'Please wait', isTextShown = false }: SpinnerProps) {
  return (
    <span className="spinner">
      <span className={isTextShown ? undefined : 'unseen'}>{text}</span>
    </span>
  )
}
