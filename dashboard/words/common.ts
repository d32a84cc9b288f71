// Texts that many pages show.

export const words = {
  product: 'Troupe',
  loading: 'Loading',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  goBack: 'Go back',
  close: 'Close',
  save: 'Save',
  saved: 'Saved',
  delete: 'Delete',
  copy: 'Copy',
  copied: 'Copied',
  undo: 'Undo',
  more: 'Show more',
  actions: 'Actions',
  none: 'None',
  optional: 'optional',
  typeToConfirm: (text: string) => `Type ${text} to confirm`,
  notFound: 'There is nothing here',
  notFoundHint: 'The address may be mistyped, or what was here is gone, or belongs to another organization.',
  toHome: 'To the start',
  crashed: 'This page stopped working',
  crashedHint:
    'Nothing on the service was lost. Load the page again; if it stops again, tell whoever runs Troupe.',
  reload: 'Load again',
} as const
