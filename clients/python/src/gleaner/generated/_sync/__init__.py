# Written by `npm run docs` from the asynchronous client. Do not edit.
