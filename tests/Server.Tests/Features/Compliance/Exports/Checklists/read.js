import { readFileSync } from 'node:fs'
import { reviewsFromCklb } from '@nuwcdivnpt/stig-manager-client-modules'

const always = { enabled: 'always', required: 'optional' }

// As STIG Manager imports a file; a line for each.
for (const file of process.argv.slice(2))
  console.log(JSON.stringify(reviewsFromCklb({
    data: readFileSync(file, 'utf8'),
    fieldSettings: { detail: always, comment: always },
    allowAccept: false,
    importOptions: {
      autoStatus: { fail: 'saved', notapplicable: 'saved', pass: 'saved' },
      unreviewed: 'always',
      unreviewedCommented: 'notchecked',
      emptyDetail: 'import',
      emptyComment: 'import'
    },
    sourceRef: file
  })))
