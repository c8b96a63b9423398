/** The HTML of a site that changes global objects and styles, and collects the events of its chats in `told`. */
export const HOSTILE_SITE = `<style>* { all: unset !important; } i { position: fixed; inset: 0; z-index: 2147483647; }</style>
<script>
  window.define = Object.assign(() => { throw new Error('define'); }, { amd: {} });
  window.module = window.exports = window.require = undefined;
  Object.prototype.extra = 'of every object';
  for (const name of ['map', 'filter', 'find', 'includes', 'flatMap', 'some']) {
    const usual = Array.prototype[name];
    Array.prototype[name] = function (...values) { return usual.apply(this, values); };
  }
  Array.prototype.last = function () { return this[this.length - 1]; };
  Array.prototype.entries = function () { return this.slice(); };
  Array.prototype.toJSON = function () { return '[' + this.join() + ']'; };
  Array.from = (list) => Array.prototype.slice.call(list);
  window.told = [];
  for (const name of ['started', 'message', 'answered', 'ended', 'opened', 'closed']) {
    addEventListener('parley-' + name, ({ detail }) => told.push([name, detail.text].filter(Boolean).join(' ')), true);
  }
</script><i></i>`;
