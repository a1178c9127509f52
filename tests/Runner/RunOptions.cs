namespace IwTune.Runner;

/// <summary>The options of the command line.</summary>
/// <param name="Parts">The requested parts.</param>
/// <param name="Classes">Only classes of these names; empty for all.</param>
/// <param name="With">Only tests of these traits, as xunit takes them; empty for all.</param>
/// <param name="Without">Without tests of these traits, as xunit takes them.</param>
/// <param name="Steps">A file with the times of the set-up; a name, wall seconds and processor seconds a line, separated by tabs.</param>
/// <param name="Notes">Files to print at the end, if the tests wrote them.</param>
internal sealed record RunOptions(
    IReadOnlyList<Part> Parts,
    IReadOnlyList<string> Classes,
    IReadOnlyList<string> With,
    IReadOnlyList<string> Without,
    string? Steps,
    IReadOnlyList<string> Notes
)
{
    private const string Stores = "stores";

    /// <summary>Without the server's tests that open a store.</summary>
    public bool WithoutStores { get; init; }

    public static string Usage { get; } =
        "usage: iwtune-tests [--part NAME]… [--class NAME]… [--with TRAIT=VALUE]… [--without TRAIT=VALUE | --without stores]… [--steps "
        + "FILE] [--note FILE]…\nparts: "
        + string.Join(", ", Runner.Parts.All.Select(part => part.Name));

    /// <returns>The options, or the error as a sentence.</returns>
    public static (RunOptions? Options, string Problem) Read(string[] args)
    {
        var (names, classes, with, without, notes, steps) = (
            new List<string>(),
            new List<string>(),
            new List<string>(),
            new List<string>(),
            new List<string>(),
            (string?)null
        );
        var withoutStores = false;
        for (var i = 0; i < args.Length; i += 2)
        {
            if (i + 1 == args.Length)
                return (null, $"{args[i]} needs a value");
            switch (args[i])
            {
                case "--part":
                    names.Add(args[i + 1]);
                    break;
                case "--class":
                    classes.Add(args[i + 1]);
                    break;
                case "--with":
                    with.Add(args[i + 1]);
                    break;
                case "--without":
                    if (args[i + 1] == Stores)
                        withoutStores = true;
                    else
                        without.Add(args[i + 1]);
                    break;
                case "--note":
                    notes.Add(args[i + 1]);
                    break;
                case "--steps":
                    steps = args[i + 1];
                    break;
                default:
                    return (null, $"{args[i]} is not an option");
            }
        }
        var unknown = names.Where(name => Runner.Parts.All.All(part => part.Name != name)).ToList();
        return unknown.Count > 0
            ? (null, $"there is no part {string.Join(", ", unknown)}")
            : (
                new(
                    [.. Runner.Parts.All.Where(part => names.Count == 0 || names.Contains(part.Name))],
                    classes,
                    with,
                    without,
                    steps,
                    notes
                )
                {
                    WithoutStores = withoutStores,
                },
                ""
            );
    }
}
