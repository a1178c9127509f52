using IwTune.Chaos.Cluster.Faults;
using IwTune.Lab;

namespace IwTune.Chaos.Cluster;

/// <summary>The options of <c>iwtune-chaos cluster</c>.</summary>
/// <param name="Faults">In their order.</param>
/// <param name="Folder">Gets the logs of all programs.</param>
internal sealed record ClusterOptions(IReadOnlyList<ClusterFault> Faults, string Folder)
{
    /// <summary>The first word of the options.</summary>
    public const string Word = "cluster";

    public static string Usage =>
        $"iwtune-chaos {Word} [--only FAULT]… [--out DIR]\nfaults: {string.Join(", ", ClusterFault.All.Select(fault => fault.Name))}";

    /// <returns>The options, or the error in them.</returns>
    public static (ClusterOptions? Options, string? Problem) Read(IReadOnlyList<string> words)
    {
        var (options, problem) = OptionReader.Read(
            words,
            new ClusterOptions([], "artifacts/cluster"),
            (options, option, value) =>
                option switch
                {
                    "--only" when ClusterFault.All.FirstOrDefault(fault => fault.Name == value) is { } fault => options with
                    {
                        Faults = [.. options.Faults, fault],
                    },
                    "--out" => options with { Folder = value },
                    _ => null,
                }
        );
        return (options is { Faults.Count: 0 } ? options with { Faults = ClusterFault.All } : options, problem);
    }
}
