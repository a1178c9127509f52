namespace IwTune.Chaos.Cluster.Faults;

/// <summary>What a fault did to the writes of the cluster.</summary>
/// <param name="Fault">Which fault.</param>
/// <param name="Gap">The longest time without an acknowledged publication while it lasted and was mended.</param>
/// <param name="Acknowledged">Publications that were acknowledged.</param>
/// <param name="Lost">Those that the store does not have.</param>
/// <param name="Open">Publications without an acknowledgement: refused, or not answered.</param>
/// <param name="Kept">Those of them that the store has.</param>
/// <param name="Lines">Lines that the agents wrote to be reported, of this fault and those before.</param>
/// <param name="Findings">What must not happen and did.</param>
internal sealed record Outcome(
    ClusterFault Fault,
    TimeSpan Gap,
    int Acknowledged,
    int Lost,
    int Open,
    int Kept,
    int Lines,
    IReadOnlyList<string> Findings
);
