namespace IwTune.Shared.Formatting;

/// <summary>Names in a sentence: a host may have thousands of interfaces.</summary>
public static class FirstNames
{
    private const int Most = 10;

    /// <summary>The first ten, and how many more there are.</summary>
    public static string Of(IReadOnlyCollection<string> names) =>
        string.Join(", ", names.Take(Most)) + (names.Count > Most ? Invariant.Text($" and {names.Count - Most} more") : "");
}
