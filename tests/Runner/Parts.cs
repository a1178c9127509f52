namespace IwTune.Runner;

/// <summary>
/// All parts of the tests. Together they run every test of every project once, and the server's tests marked for it on both databases. Not
/// among them: the agent in root directories of other systems (./build.sh roots), and automation by other tools (./build.sh automation).
/// </summary>
internal static class Parts
{
    private const string EndToEnd = "IwTune.EndToEnd";
    private static readonly string[] Console = [$"{EndToEnd}.Console", $"{EndToEnd}.Console.*"];
    private static readonly string[] Lab = [$"{EndToEnd}.Lab"];
    private static readonly string[] Wine = [$"{EndToEnd}.Wine", $"{EndToEnd}.Wine.*", $"{EndToEnd}.Packages"];

    public static IReadOnlyList<Part> All { get; } =
    [
        new("wine", "EndToEnd", Lane: 1, Threads: 2) { In = Wine, Without = ["Quickstarts=yes"] },
        new("shared", "Shared.Tests", Lane: 2, Threads: 2),
        new("powershell", "PowerShellModule.Tests", Lane: 2, Threads: 2),
        new("agent", "Agent.Tests", Lane: 2, Threads: 3),
        new("console", "EndToEnd", Lane: 2, Threads: 2) { In = Console },
        new("server", "Server.Tests", Lane: 1, Threads: 3),
        new("postgres", "Server.Tests", Lane: 2, Threads: 4)
        {
            Classes = StoreClasses.OnBoth,
            Without = ["Store=file", "Store=both"],
            Environment = new Dictionary<string, string> { ["IWTUNE_TEST_DATABASE"] = "postgres" },
        },
        // In a lane of their own: their longest tests wait for minutes and need little of the processor.
        new("lab", "EndToEnd", Lane: 3, Threads: 2) { In = Lab, Alone = 6 },
        new("fleet", "EndToEnd", Lane: 3, Threads: 3)
        {
            NotIn = [.. Wine, .. Console, .. Lab],
            Without = ["Roots=yes", "Automation=yes", "Quickstarts=yes"],
            Alone = 1,
        },
    ];
}
