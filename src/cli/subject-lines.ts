/** Many findings in a few lines. */
import type { FileReport, Finding } from '../audit/report.js';
import { counted, subjectText } from './finding-lines.js';
import type { Paint } from './terminal.js';

/** As many findings as can be read one by one. */
const FEW_FINDINGS = 20;
const MOST_SUBJECTS = 10;
const FEW_OF_ONE = 2;

/**
 * Where there are many findings: whose they are, most first, and how to be told less. Parts that are in each other by design,
 * as in a ball joint, meet in other triangles whenever they move, and each time that is new.
 */
export function subjectLines({ findings, instants }: FileReport, paint: Paint): string[] {
  if (findings.length <= FEW_FINDINGS) return [];
  const known = new Set<string>();
  for (const { contacts } of instants) {
    for (const { objects, pairs, new: newPairs } of contacts) if (pairs > newPairs) known.add(objects.join(' '));
  }
  const subjects = new Map<string, { readonly finding: Finding; total: number; fresh: number }>();
  let expected = 0;
  for (const finding of findings) {
    const key = finding.objects.join(' ');
    const subject = subjects.get(key) ?? { finding, total: 0, fresh: 0 };
    subjects.set(key, subject);
    subject.total++;
    if (!finding.new) continue;
    subject.fresh++;
    if (known.has(key)) expected++;
  }
  const ranked = [...subjects.values()]
    .filter(({ total }) => total > FEW_OF_ONE)
    .sort((a, b) => b.fresh - a.fresh || b.total - a.total);
  const lines = ranked.slice(0, MOST_SUBJECTS).map(({ finding, total, fresh }) => {
    return `${fresh} new, ${total - fresh} known · ${subjectText(finding)}`;
  });
  if (ranked.length > lines.length) lines.push(`and so on for ${counted(ranked.length - lines.length, 'other')}`);
  if (expected > 0) {
    lines.push(
      `${expected} new ones are of parts that meet in the baseline as well, in other triangles;`,
      'leave such a pair out by --ignore "A:B", and small findings by --min-triangles N or --min-depth LENGTH',
    );
  }
  return lines.map((line) => paint('dim', line));
}
