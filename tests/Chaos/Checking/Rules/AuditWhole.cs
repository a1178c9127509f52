namespace IwTune.Chaos.Checking.Rules;

/// <summary>The hash chain of the audit log is valid, with every checkpoint.</summary>
internal sealed class AuditWhole : Rule
{
    public override IEnumerable<string> Check(Observed seen) =>
        seen.Audit.ExitCode == 0 ? [] : [$"the audit log does not verify: {seen.Audit.Error}{seen.Audit.Output}"];
}
