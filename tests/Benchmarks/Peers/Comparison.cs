using System.Text.Json.Serialization;
using IwTune.Lab.Pages;

namespace IwTune.Benchmarks.Peers;

/// <summary>The comparison of one run.</summary>
/// <param name="Machine">Where, with the load before.</param>
/// <param name="LoadAfter">Load average of the last five minutes at the end.</param>
/// <param name="Minutes">How long the daemons had been at rest when their memory was read.</param>
/// <param name="Rows">One a program.</param>
internal sealed record Comparison(Machine Machine, double LoadAfter, double Minutes, IReadOnlyList<PeerRow> Rows)
{
    private static readonly string[] MeasuredHeads =
    [
        "program",
        "resident",
        "anonymous",
        "command that changes nothing",
        "repairs unattended",
        "repaired by a command",
        "loses",
    ];

    private static readonly string[] DescribedHeads = ["program", "what it reports about the window", "what it does better than IwTune"];

    /// <summary>What was measured.</summary>
    [JsonIgnore]
    public IReadOnlyList<string[]> Measured =>
        [
            MeasuredHeads,
            .. Rows.Select(row =>
                (string[])
                    [
                        $"{row.Name} {row.Version}".Trim(),
                        .. ((PeerCell[])[row.Resident, row.Anonymous, row.Idle, row.Unattended, row.Repair, row.Lost]).Select(cell =>
                            cell.ToString()
                        ),
                    ]
            ),
        ];

    /// <summary>What was found in words.</summary>
    [JsonIgnore]
    public IReadOnlyList<string[]> Described =>
        [DescribedHeads, .. Rows.Select(row => (string[])[row.Name, row.Reports.ToString(), row.Better])];

    /// <summary>For a terminal.</summary>
    public string Text() =>
        $"{Machine}, {LoadAfter:0.0} at the end\n"
        + $"median (middle half, n = runs); MB = 10^6 bytes; memory after {Minutes:0.#} min at rest\n\n"
        + Columns.Align(Measured)
        + "\n"
        + Columns.Align(Described);
}
