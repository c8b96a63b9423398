import { basename } from 'node:path';

/** Words that this repository does not use for its own parts, each with the term of the glossary (ARCHITECTURE.md) to use. */
const WORDS = [
  [/\bdoors?\b/i, 'transport'],
  [/\bcrews?\b/i, 'thread pool, cluster'],
  [/\brotas?\b/i, 'schedule'],
  [/\bguest ?books?\b/i, 'socket authentication'],
  [/\b(?<!-)part(?:y|ies)\b(?<!third.part(?:y|ies))/i, 'load generator'],
  [/\bin vain\b/i, 'without success'],
  [/\b(?:im)?patien(?:ce|t)\b(?! sorting)/i, 'time-out'],
  [/\bperformers?\b/i, 'effect handler'],
  [/\blook(?:s|ed|ing)? through\b/i, 'scan, search'],
  [/\b(?:an|each|every|this|its|open|the same) asks?\b(?!ed)/i, 'effect, request'],
  [/\bhears?\b/i, 'parse, receive'],
  [/\b(?:is|are|was|were|be|been|being) told\b/i, 'receives, is sent'],
  [/\bpass(?:ed|es)? over\b/i, 'skip'],
  [/\bfor so long\b/i, 'the time, "how long"'],
  [/\bstretch(?:es)?\b/i, 'range, span'],
  [/\banew\b/i, 'again'],
];

/** The same words as parts of names of files and exports. */
const NAMES = [
  [/^doors?$/, 'transport'],
  [/^(?:crew|crews|party|parties)$/, 'thread pool, cluster, load generator'],
  [/^rotas?$/, 'schedule'],
  [/^(?:patience|impatience)$/, 'timeouts'],
  [/^performers?$/, 'effect handler'],
  [/^(?:hear|hears|hearing)$/, 'parse, receive'],
  [/^stretch$/, 'range, span'],
  [/^worlds?$/, 'services'],
];

const VAGUE =
  /^(?:utils?|helpers?|common|shared|misc|base|.*(?:Manager|Service|Utils?|Helpers?))\./;
const NAMED = /^(?:_?[a-z][a-zA-Z0-9]*(?:\.test|\.test-d)?\.(?:ts|mjs)|[a-zA-Z]+\.tsx)$/;

/** Matches the callee before the title of a test, also that of `test.each`. */
const TEST = /^(?:test|it|describe)(?:\.\w+)*(?:\([^'"`]*\))?$/;

/** Code and quoted texts, whose words come from elsewhere or from a program. */
const withoutCode = (text) => text.replace(/`[^`]*`|"[^"]*"|\]\([^)]*\)/g, '');
const onOneLine = (text) => text.replace(/\s*\n\s*\*?\s*/g, ' ');
const partsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\W_]+/);

/** Comments, titles of tests, and names of files and exports use the terms of the glossary. */
export const words = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      word: '"{{found}}": say {{term}}.',
      vague: 'This name says nothing of the file.',
      name: 'Name files in camelCase.',
    },
  },
  create(context) {
    const readText = (node, text) => {
      for (const [word, term] of WORDS) {
        const found = word.exec(withoutCode(text))?.[0];
        if (found) context.report({ loc: node.loc, messageId: 'word', data: { found, term } });
      }
    };
    const readName = (node, name) => {
      for (const found of partsOf(name)) {
        const [, term] = NAMES.find(([part]) => part.test(found)) ?? [];
        if (term) context.report({ loc: node.loc, messageId: 'word', data: { found, term } });
      }
    };
    return {
      Program(node) {
        const file = basename(context.filename);
        readName(node, file);
        if (VAGUE.test(file)) context.report({ node, messageId: 'vague' });
        if (!NAMED.test(file)) context.report({ node, messageId: 'name' });
        for (const comment of context.sourceCode.getAllComments())
          readText(comment, onOneLine(comment.value));
      },
      'CallExpression > .arguments:first-child'(node) {
        const text = node.type === 'TemplateLiteral' ? node.quasis[0].value.raw : node.value;
        const called = context.sourceCode.getText(node.parent.callee);
        if (typeof text === 'string' && TEST.test(called)) readText(node, text);
      },
      'ExportNamedDeclaration > * > Identifier.id'(node) {
        readName(node, node.name);
      },
      'ExportNamedDeclaration > VariableDeclaration > VariableDeclarator > Identifier.id'(node) {
        readName(node, node.name);
      },
    };
  },
};
