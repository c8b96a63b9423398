import { withOwnFonts } from './styleOf.js';

/** The part of a chat that the style sheet of its author applies to. */
export const BOX = 'bot-box';

/**
 * The style sheet of a bot's author, for a shadow root. Its rules reach what is inside of `BOX` and nothing else, whatever their
 * selectors say, so that a chat cannot leave its place in the page around it (SECURITY.md); nothing is imported. A browser that
 * does not know `@scope` applies none of them. Flows that were exported from another product name its classes and custom
 * properties by a prefix of its own; here the prefix is `bot-`.
 */
export function customSheetOf(css: string): CSSStyleSheet {
  const sheet = parsedCss(`@scope (.${BOX}) {}`);
  const [scope] = sheet.cssRules;
  if (!(scope instanceof CSSGroupingRule)) return sheet;
  const { cssRules } = parsedCss(css.replaceAll(/(\.|--)typebot-/g, '$1bot-'));
  for (const rule of cssRules) {
    // One at a time, so that none can end the scope. A namespace is only allowed outside of one.
    if (!(rule instanceof CSSNamespaceRule)) scope.insertRule(rule.cssText, scope.cssRules.length);
  }
  useOwnFonts(scope.cssRules);
  return sheet;
}

/** A style sheet as the browser reads it, without what it imports. */
export function parsedCss(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

function useOwnFonts(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      const { style } = rule;
      const families = withOwnFonts(style.getPropertyValue('font-family'));
      style.setProperty('font-family', families, style.getPropertyPriority('font-family'));
    }
    if (rule instanceof CSSStyleRule || rule instanceof CSSGroupingRule) useOwnFonts(rule.cssRules);
  }
}
