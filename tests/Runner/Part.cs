namespace IwTune.Runner;

/// <summary>A part of the tests that can be requested by name and has its own set-up (build/parts.sh).</summary>
/// <param name="Name">As in <c>./build.sh test --only NAME</c>.</param>
/// <param name="Project">Below <c>tests/</c>.</param>
/// <param name="Lane">Parts of different lanes run at the same time, those of one lane one after another.</param>
/// <param name="Threads">Tests at a time: as many as there are processors for tests that compute, more for tests that wait.</param>
internal sealed record Part(string Name, string Project, int Lane, int Threads)
{
    /// <summary>Of these namespaces only; empty for all.</summary>
    public IReadOnlyList<string> In { get; init; } = [];

    /// <summary>Without these namespaces.</summary>
    public IReadOnlyList<string> NotIn { get; init; } = [];

    /// <summary>Of these classes only, by the repository's folder; <see langword="null"/> for all.</summary>
    public Func<string, IReadOnlyList<string>>? Classes { get; init; }

    /// <summary>Without tests of these traits, as xunit takes them.</summary>
    public IReadOnlyList<string> Without { get; init; } = [];

    /// <summary>How many of its tests run at a time while only tests that measure milliseconds run; 0 when it has none of those.</summary>
    public int Alone { get; init; }

    /// <summary>More environment for the test program.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();
}
