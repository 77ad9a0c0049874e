/** Of a form whose key was used for something else. */
export const sentBefore =
  'Something else was already done from this form. Reload the page to see what, and send this again.'

/** Of a form whose answer was lost, or did not come in time. */
export const noAnswer =
  'No answer came, so this may or may not have been done. Reload the page and look before you send it again.'
