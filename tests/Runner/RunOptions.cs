using IwTune.Lab;

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

    /// <returns>The options, or the error in them.</returns>
    public static (RunOptions? Options, string? Problem) Read(IReadOnlyList<string> words)
    {
        var all = Runner.Parts.All;
        var (options, problem) = OptionReader.Read(
            words,
            new RunOptions([], [], [], [], Steps: null, []),
            (options, option, value) =>
                option switch
                {
                    "--part" when all.FirstOrDefault(part => part.Name == value) is { } part => options with
                    {
                        Parts = [.. options.Parts, part],
                    },
                    "--class" => options with { Classes = [.. options.Classes, value] },
                    "--with" => options with { With = [.. options.With, value] },
                    "--without" when value == Stores => options with { WithoutStores = true },
                    "--without" => options with { Without = [.. options.Without, value] },
                    "--note" => options with { Notes = [.. options.Notes, value] },
                    "--steps" => options with { Steps = value },
                    _ => null,
                }
        );
        return options is null
            ? (null, problem)
            : (options with { Parts = options.Parts.Count == 0 ? all : [.. all.Where(options.Parts.Contains)] }, null);
    }
}
