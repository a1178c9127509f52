using IwTune.Chaos.Cluster.Faults;

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
        var (chosen, folder) = (new List<ClusterFault>(), "artifacts/cluster");
        for (var at = 0; at < words.Count; at += 2)
        {
            if (at + 1 == words.Count)
                return (null, $"{words[at]} needs a value, or is none of the options");
            var value = words[at + 1];
            switch (words[at])
            {
                case "--only" when ClusterFault.All.FirstOrDefault(fault => fault.Name == value) is { } fault:
                    chosen.Add(fault);
                    break;
                case "--out":
                    folder = value;
                    break;
                default:
                    return (null, $"{words[at]} {value} is not understood");
            }
        }
        return (new(chosen.Count == 0 ? ClusterFault.All : chosen, folder), null);
    }
}
