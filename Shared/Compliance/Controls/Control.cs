namespace IwTune.Shared.Compliance.Controls;

/// <summary>Something that is required of every host, and judged for each by a pure rule.</summary>
/// <param name="Number">Its number: never given to another control, since histories name it.</param>
/// <param name="Title">What people call it.</param>
/// <param name="Requirement">What is required, as a sentence.</param>
/// <param name="Fix">What to do when a host fails it.</param>
/// <param name="Judge">The rule.</param>
public sealed record Control(int Number, string Title, string Requirement, string Fix, Func<ComplianceCase, ControlResult> Judge)
{
    /// <summary>What reports call it: <c>IWT-1</c>.</summary>
    public string Id => IdOf(Number);

    internal static string IdOf(int number) => FormattableString.Invariant($"IWT-{number}");
}
