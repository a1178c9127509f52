namespace IwTune.Lab.Reproducing;

/// <summary>Compares a report with a new measurement of its cells.</summary>
internal static class Verification
{
    /// <summary>The differences, a sentence each; empty when the report can be reproduced.</summary>
    public static IReadOnlyList<string> Compare(IReadOnlyList<Finding> before, IReadOnlyList<Finding> now)
    {
        var known = before.ToDictionary(finding => finding.Id, StringComparer.Ordinal);
        var problems = new List<string>();
        foreach (var finding in now)
        {
            var old = known[finding.Id];
            if (old.Verdict != finding.Verdict)
                problems.Add($"{finding.Id}: {old.Verdict} in the report, {finding.Verdict} now. {finding.Reason}");
            else if (Distance(old, finding) is { } distance && distance > finding.Tolerance + 1e-9)
                problems.Add(
                    $"{finding.Id}: {old.Measured:0.##} {old.Unit} in the report, {finding.Measured:0.##} now, "
                        + $"±{finding.Tolerance:0.##} allowed"
                );
        }
        problems.AddRange(
            known
                .Keys.Except(Catalogue.Cells.Select(cell => cell.Id), StringComparer.Ordinal)
                .Select(id => $"{id}: this laboratory has no such cell")
        );
        return problems;
    }

    private static double? Distance(Finding old, Finding now) => Math.Abs((old.Measured - now.Measured) ?? 0);
}
