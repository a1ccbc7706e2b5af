/** What a rule of the codemod's own says, and what its reader does. */
interface Rule {
  readonly means: string
  readonly fix: string
}

const AGAIN = 'then run upshift again'

/** Rules of calls that stay. */
const calls = {
  'codemod.action-body': {
    means:
      'v2 wants its action in a JSON body, and the call has no place for one, or sends something else there; also said where a function on the way asks whether there is a body',
    fix: `let the call, or its helper, send a body as JSON; ${AGAIN}`,
  },
  'codemod.address': {
    means: 'the path is not written out for this call alone, so its words cannot be changed',
    fix: `write the path in one string for each operation; ${AGAIN}`,
  },
  'codemod.alternatives': {
    means: 'the call may go to more than one operation, host or API, as the program decides at run time',
    fix: `give each a call of its own; ${AGAIN}`,
  },
  'codemod.answer': {
    means:
      'the way of the answer to where it is read could not be followed, or something reads it before the call does',
    fix: `let helpers give the answer back as it came, and read it where the call is made; ${AGAIN}`,
  },
  'codemod.body': {
    means:
      'what the call sends is read, kept, checked or made into text in a way that v2’s words would break',
    fix: `write the body out where it is sent, as the note says; ${AGAIN}`,
  },
  'codemod.callers': {
    means: 'all that is seen to call this function says something that v2 refuses',
    fix: `settle those calls; ${AGAIN}`,
  },
  'codemod.clash': {
    means: 'two calls need different changes at one place',
    fix: `say what is for one call apart from what is for the other; ${AGAIN}`,
  },
  'codemod.classic-script': {
    means:
      'a browser or a worker runs the file as a script, which can import nothing, and the call needs an import',
    fix: `make it a module; ${AGAIN}`,
  },
  'codemod.client': {
    means: 'the client library, or the way it is used here, is only listed',
    fix: 'move the call by hand, as the note says',
  },
  'codemod.command': {
    means: 'the call stands in a command line that the program runs',
    fix: 'change the command by hand',
  },
  'codemod.description': {
    means: 'the program asks for v1’s own description, which went with v1',
    fix: 'ask for v2’s, and look at what reads it',
  },
  'codemod.elsewhere': {
    means: 'a part of the call stands in a file that was not to be changed',
    fix: 'name that file on the command line, too',
  },
  'codemod.handed-on': {
    means: 'a wrapper, or a client, is handed to something that calls it out of sight',
    fix: `call it with the path where it is handed on; ${AGAIN}`,
  },
  'codemod.kept': {
    means: 'a comment says that the call is to be left alone',
    fix: 'take the mark away when it may move',
  },
  'codemod.method': {
    means: 'the HTTP method is known only at run time',
    fix: `say the method where the call is made; ${AGAIN}`,
  },
  'codemod.open-wrapper': {
    means: 'a function takes any path, from callers that are not seen, or not followed',
    fix: 'move its base together with its callers',
  },
  'codemod.passed-on': {
    means: 'a route, or a proxy, hands on what the program itself is asked, and those who ask still speak v1',
    fix: 'let upshift serve answer it, or use --adapter, until all of them speak v2',
  },
  'codemod.query': {
    means:
      'the query, or a part of it, could not be followed, or v2 does not take it; also said of a parameter that neither API heeds',
    fix: `write its parameters out where the call is made; ${AGAIN}`,
  },
  'codemod.shared-base': {
    means: 'the call shares its base with one that has to stay and cannot be given the old base by itself',
    fix: `settle that call first; ${AGAIN}`,
  },
  'codemod.status': {
    means:
      'something is held to the status that v1 answered, and v2 answers another; also said where the status only goes on',
    fix: 'ask response.ok, or for v2’s status',
  },
  'codemod.types': {
    means: 'moved, the call would not fit a type of the program',
    fix: `say v2’s words in the type, or a wider one; ${AGAIN}`,
  },
  'codemod.unfollowed': {
    means: 'an address, a client or a call of the old API could not be followed',
    fix: 'change it by hand, or write it as a call that says its address',
  },
  'codemod.unknown-operation': {
    means: 'neither of the old APIs ever had this operation',
    fix: 'see what was meant: the nearest operations are named',
  },
  'codemod.unprintable': {
    means: 'the change would not have parsed, which is a mistake of upshift',
    fix: 'change the call by hand, and report the code',
  },
  'codemod.v1-habit': {
    means: 'a call of v2 says something that only v1 knew, or reads its answer as v1 gave it',
    fix: 'say it, or read it, as v2 does',
  },
} as const satisfies Readonly<Record<string, Rule>>

/** Rules of GraphQL. */
const graphql = {
  'codemod.graphql-answer': {
    means: 'more is asked of the answer than data: an errorPolicy, or an error that is thrown',
    fix: `read data alone; ${AGAIN}`,
  },
  'codemod.graphql-arguments': {
    means: 'the arguments, or what the variables hold, cannot be seen where the document is sent',
    fix: `name each variable in the call; ${AGAIN}`,
  },
  'codemod.graphql-calls': {
    means: 'the field becomes several calls of v2, or one that upshift does not write',
    fix: 'write these calls by hand',
  },
  'codemod.graphql-document': {
    means: 'what the document asks for is not all there to see, or comes in from callers out of sight',
    fix: `write it in one string where it is sent; ${AGAIN}`,
  },
  'codemod.graphql-error': {
    means: 'the file tells an error of its GraphQL client apart, which v2 does not throw',
    fix: `look at what the error says instead of its class; ${AGAIN}`,
  },
  'codemod.graphql-evaluated': {
    means: 'an expression would run twice, at another time, or not at all',
    fix: `put it into a constant before the call; ${AGAIN}`,
  },
  'codemod.graphql-key': {
    means:
      'the API key of the call was not found, or cannot be said where v2 is called; also said where it was taken from other calls',
    fix: `give the key a name at the call; ${AGAIN}`,
  },
  'codemod.graphql-mixed': {
    means: 'a part of the document stays on GraphQL, and the document cannot be split here',
    fix: `split it into documents of their own; ${AGAIN}`,
  },
  'codemod.graphql-optional': {
    means: 'the call is made only where its client is there (client?.request(…))',
    fix: `ask for the client before the call; ${AGAIN}`,
  },
  'codemod.graphql-refused': {
    means: 'GraphQL refuses such a document, so the call never did anything, and moved, it would',
    fix: `say what GraphQL wants where the call is meant, or take it out; ${AGAIN}`,
  },
  'codemod.graphql-several': {
    means: 'a field with arguments is asked for more than once, or deeper than v2 says it',
    fix: `ask for each in a call of its own; ${AGAIN}`,
  },
  'codemod.graphql-shown': {
    means: 'what is logged of a moved call is the document still, which is not sent any more',
    fix: 'log what the call is given instead',
  },
  'codemod.graphql-type-name': {
    means: '__typename is asked for, and REST has no types',
    fix: `tell answers apart by what they hold; ${AGAIN}`,
  },
  'codemod.graphql-unread': {
    means: 'a field that v2 does not say, and that nothing read, is not asked for any more',
    fix: 'nothing, unless it is read out of sight',
  },
  'codemod.graphql-unserved': {
    means: 'the field is read, and v2 does not say it there',
    fix: `take the field, and what reads it, out; ${AGAIN}`,
  },
  'codemod.guarded': {
    means: 'the function that sends the document may keep it back, and cannot be handed a call of v2',
    fix: `make that check where the call is made; ${AGAIN}`,
  },
  'codemod.other-callee': {
    means: 'another function of the program may answer the call, which a call of v2 would not ask',
    fix: `call the one that asks GraphQL by its name; ${AGAIN}`,
  },
} as const satisfies Readonly<Record<string, Rule>>

/** Rules of what moved, and is not quite the same. */
const changes = {
  'codemod.adapter': {
    means: 'fetch of this file answers by v2 what v2 can do (--adapter)',
    fix: 'install upshift where the program runs',
  },
  'codemod.answer-type': {
    means: 'a type, a schema or a read says members that v2’s answer has not',
    fix: 'take them out, and see to what reads them',
  },
  'codemod.around': {
    means:
      'a moved call does without what the program’s own function did around it (checks, tries again, errors of its own)',
    fix: 'see whether the program needs it, and do it at the call',
  },
  'codemod.content-type': {
    means: 'code looks into a refusal only where it is application/json; v2’s are application/problem+json',
    fix: 'look for json',
  },
  'codemod.error-body': {
    means: 'what an error says is read in v1’s words, and could not be moved',
    fix: 'read v2’s (title, detail) there',
  },
  'codemod.error-words': {
    means: 'code looks for words in an error that v2 says otherwise',
    fix: 'look at the status, or for v2’s words',
  },
  'codemod.outside': {
    means:
      'files outside of the paths given use what moved calls give, or are clients of an old API that files below them use',
    fix: 'name their directories on the command line, too',
  },
  'codemod.path-asked': {
    means: 'a function or a cache asks which path it was given, or counts by it: moved calls say v2’s',
    fix: 'let it know v2’s paths',
  },
  'codemod.served': {
    means:
      'a route of the program answers with the whole of an answer, and nothing in sight asks for it; or a view is made with one, and reads what v2 does not say',
    fix: 'see to who asks for that route, or to the view, and to what reads that',
  },
} as const satisfies Readonly<Record<string, Rule>>

/** Rules of what must change with the code. */
const beside = {
  'codemod.beside-fixture': {
    means: 'a JSON file in v1’s shape, which code reads',
    fix: 'say it in v2’s shape, where the reader expects that',
  },
  'codemod.beside-hosts': {
    means: 'an allow-list, a policy, a proxy or a rewrite that names the old host',
    fix: 'let v2’s host through as well; move those who ask a proxy first',
  },
  'codemod.beside-recording': {
    means: 'a recording or a snapshot of calls as they were',
    fix: 'record it again',
  },
  'codemod.beside-script': {
    means: 'a script or a request file that calls the old API',
    fix: 'say it in v2’s words',
  },
  'codemod.beside-setting': {
    means: 'a setting that names the old address, or sets a variable that overrides a base',
    fix: 'set it to v2’s base; where the calls stay, leave it until they have moved',
  },
  'codemod.beside-text': {
    means: 'a document that names the old API',
    fix: 'change what it says',
  },
  'codemod.beside-types': {
    means: 'types are generated from v1’s OpenAPI document',
    fix: 'generate them from v2’s',
  },
  'codemod.comment': {
    means: 'a comment of a changed file says an operation, or an address, that its calls left',
    fix: 'say v2’s',
  },
  'codemod.environment': {
    means: 'a variable, an option or a setting overrides a base that moved',
    fix: 'change its value where the program is deployed',
  },
  'codemod.host-mention': {
    means: 'code names the old host, and is no call that was followed',
    fix: 'see what it is for',
  },
  'codemod.host-pin': {
    means: 'a check of the base’s host moved with the base',
    fix: 'see whether a deployed value still passes it',
  },
} as const satisfies Readonly<Record<string, Rule>>

/** Rules of tests. */
const tests = {
  'codemod.test': {
    means: 'an address in a test, and the call that it belongs to: moved with it, or not, and why',
    fix: 'where it was not moved, change it to what the call does now',
  },
  'codemod.test-address': {
    means: 'a test looks for an old address in some other way',
    fix: 'look for v2’s',
  },
  'codemod.test-answers': {
    means: 'a test answers in v1’s shape, and that could not be moved for certain',
    fix: 'answer as v2 does',
  },
  'codemod.test-document': {
    means: 'a test looks for a GraphQL document that is no longer sent, or answers it',
    fix: 'look for the call of v2, and answer that',
  },
  'codemod.test-outside': {
    means: 'a test of code that changes lies in a directory that was not named',
    fix: 'name it on the command line, too',
  },
  'codemod.test-sent': {
    means: 'a test expects old names in what is sent, or no body where one says the action now',
    fix: 'expect what the call sends now',
  },
  'codemod.test-status': {
    means: 'a test answers with the status that v1 had, and the code is held to v2’s, or the other way about',
    fix: 'answer with v2’s status',
  },
} as const satisfies Readonly<Record<string, Rule>>

/** Rules of files. */
const files = {
  'codemod.crash': {
    means:
      'the file, or the call, could not be analysed, which is a mistake of upshift: nothing of it was changed',
    fix: 'change it by hand, and report the code',
  },
  'codemod.encoding': {
    means: 'the file is not UTF-8, and would not be written back as it was',
    fix: `save it as UTF-8; ${AGAIN}`,
  },
  'codemod.generated': {
    means: 'the file is generated, minified or bundled, and is never changed',
    fix: 'change what it is made of, and make it again',
  },
  'codemod.language': {
    means: 'the call stands in a file that is not JavaScript or TypeScript alone, which is never changed',
    fix: 'change it by hand, or take the call into a module',
  },
  'codemod.module-by-hand': {
    means:
      'a function of the generated module was changed by hand and stays so, and calls that moved in this run need more of it',
    fix: `take the function out; ${AGAIN}, and make your changes to it anew`,
  },
  'codemod.nesting': {
    means: 'the file is nested too deeply to be analysed',
    fix: 'take its calls into a file of their own, or change it by hand',
  },
  'codemod.suppression': {
    means: 'a mark that leaves a call alone covers nothing, has run out, or is not said as it should be',
    fix: 'mend the mark, or take it away',
  },
  'codemod.syntax': {
    means: 'the file does not parse',
    fix: `mend the syntax; ${AGAIN}`,
  },
  'codemod.unimported': {
    means: 'a function is called by a name that a framework lets files use without an import',
    fix: `import it where it is used; ${AGAIN}`,
  },
  'codemod.unread': {
    means: 'the file could not be read',
    fix: 'see who may read it',
  },
} as const satisfies Readonly<Record<string, Rule>>

/** Every rule of the codemod's own by what it is about; other ids in a report are rows of the mapping. */
export const ruleBook = {
  'Calls that stay': calls,
  'Calls of GraphQL': graphql,
  'Calls that moved, and are not quite the same': changes,
  'What must change with the code': beside,
  'What tests expect and answer': tests,
  'Files that were not read for certain': files,
} as const

/** The id of a rule. */
export type RuleId = { [Part in keyof typeof ruleBook]: keyof (typeof ruleBook)[Part] }[keyof typeof ruleBook]
