import { edgeSchema } from '../../documents/edge.js';
import { isJsonRecord, type JsonRecord } from '../../documents/jsonRecord.js';
import { changed, eachBlock, eachOf, without } from '../../documents/rewrite.js';
import { shapeOf } from '../../documents/schemaShape.js';
import type { Prepared } from '../../documents/sentDocument.js';
import { withThemeVersion } from '../../documents/theme.js';
import { withoutNulls } from '../replaceMembers.js';
import { isHttpRequest } from './isHttpRequest.js';
import { fromOriginal } from './originalNames.js';
import { findStart, v5toV6 } from './v5toV6.js';

const VERSIONS = ['3', '4', '5', '6', '6.1'] as const;
type Version = (typeof VERSIONS)[number];

/**
 * Brings a whole bot of any version and spelling to version 6 (docs/data-model.md, "Versions"). It checks only what it
 * must; the schema check that follows reports the rest. A bot without a version is of version 3, unless it has events,
 * which version 3 does not have; one with a start event is of version 6 even when it is labelled 3 or 4, as callers of
 * previews may do.
 */
export function upgradeDefinition(bot: JsonRecord): Prepared {
  const version = versionOf(bot, hasEvents(bot) ? '6' : '3');
  if (version === undefined) return unknownVersion;
  const { groups, edges } = bot;
  const complete = { ...bot, groups: groups ?? [], edges: edges ?? [] };
  return upgradeFrom(version, fromOriginal(isBelow5(version) ? complete : bot));
}

/**
 * The same for a part of a bot: members that were sent are converted and none is added, with two exceptions: groups of
 * version 5 yield the start event they contained, and an empty list of groups yields one that leads nowhere. Without a
 * version it is of version 5 when its groups hold a start block, else 6.
 */
export function upgradePatch(patch: JsonRecord): Prepared {
  const version = versionOf(patch, !hasEvents(patch) && hasStart(patch) ? '5' : '6');
  return version === undefined ? unknownVersion : upgradeFrom(version, fromOriginal(patch));
}

const unknownVersion: Prepared = {
  ok: false,
  issues: [
    {
      path: ['version'],
      message: `Must be one of the texts ${VERSIONS.join(', ')}: this server knows no other`,
    },
  ],
};

function versionOf(bot: JsonRecord, absent: Version): Version | undefined {
  const sent = bot['version'] ?? absent;
  const label = VERSIONS.find((version) => version === sent);
  return label !== undefined && isBelow5(label) && hasStartEvent(bot) ? '6' : label;
}

function hasStartEvent({ events }: JsonRecord): boolean {
  return (
    Array.isArray(events) &&
    events.some((event) => isJsonRecord(event) && event['type'] === 'start')
  );
}

function hasEvents(bot: JsonRecord): boolean {
  return Array.isArray(bot['events']) && bot['events'].length > 0;
}

function hasStart(bot: JsonRecord): boolean {
  return Array.isArray(bot['groups']) && findStart(bot['groups']) !== undefined;
}

function isBelow5(version: Version): boolean {
  return version === '3' || version === '4';
}

function upgradeFrom(version: Version, flow: JsonRecord): Prepared {
  if (version === '6') return stamped({ ok: true, record: flow });
  if (version === '6.1') return stamped({ ok: true, record: withThemeVersion(flow) });
  const repaired = isBelow5(version) ? repair(flow) : flow;
  return stamped(v5toV6(version === '3' ? v3toV4(repaired) : repaired));
}

/** Repairs two faults that files below version 5 may have: groups without blocks, and edges that are not objects. */
function repair(flow: JsonRecord): JsonRecord {
  const withBlocks = changed(
    flow,
    'groups',
    eachOf((group) => ({ ...group, blocks: group['blocks'] ?? [] })),
  );
  return changed(withBlocks, 'edges', (edges) =>
    Array.isArray(edges) ? edges.filter(isEdge) : edges,
  );
}

function isEdge(edge: unknown): boolean {
  return edgeSchema.safeParse(withoutNulls(edge, shapeOf(edgeSchema)())).success;
}

/**
 * 6.1 has the shape of 6, so both are stored as 6; the member `themeVersion` keeps the version of the theme's
 * defaults.
 */
function stamped(upgraded: Prepared): Prepared {
  if (!upgraded.ok) return upgraded;
  return { ok: true, record: { ...upgraded.record, version: '6' } };
}

/**
 * Version 3 stored the request of an HTTP block in another table, named by `webhookId`. A file does not contain that
 * table: the block gets an empty request, unless it has one already.
 */
function v3toV4(flow: JsonRecord): JsonRecord {
  return eachBlock(flow, (block) => (isHttpRequest(block) ? withOwnRequest(block) : block));
}

function withOwnRequest(block: JsonRecord): JsonRecord {
  const options = isJsonRecord(block['options']) ? block['options'] : {};
  const webhook = options['webhook'] ?? { method: 'POST' };
  return { ...without(block, 'webhookId'), options: { ...options, webhook } };
}
