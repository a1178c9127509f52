using IwTune.Shared.Compliance;

namespace IwTune.Shared.Fleet.Compliance;

/// <summary>What changed between the instants of two compliance runs, each by what was known when it was made.</summary>
public sealed record RunComparison
{
    /// <summary>The earlier run.</summary>
    public required ComplianceRun From { get; init; }

    /// <summary>The later run.</summary>
    public required ComplianceRun To { get; init; }

    /// <summary>Hosts by verdict, in both.</summary>
    public required IReadOnlyList<VerdictShift> Verdicts { get; init; }

    /// <summary>Compliant hosts to which no policy was assigned, in both.</summary>
    public CountShift? WithoutPolicy { get; init; }

    /// <summary>Hosts that fail a control, in both; only controls that a host failed in either.</summary>
    public required IReadOnlyList<ControlShift> Controls { get; init; }

    /// <summary>Hosts that are the same in both.</summary>
    public required int Same { get; init; }

    /// <summary>How many hosts differ.</summary>
    public required int Different { get; init; }

    /// <summary>
    /// The hosts that differ, at most as many as were asked for: first those that were compliant and are not, then by name.
    /// </summary>
    public required IReadOnlyList<HostShift> Hosts { get; init; }
}

/// <summary>How many hosts had a verdict.</summary>
/// <param name="Verdict">The verdict.</param>
/// <param name="From">In the earlier run.</param>
/// <param name="To">In the later run.</param>
public sealed record VerdictShift(Verdict Verdict, int From, int To);

/// <summary>How many hosts there were.</summary>
/// <param name="From">In the earlier run.</param>
/// <param name="To">In the later run.</param>
public sealed record CountShift(int From, int To);

/// <summary>How many hosts failed a control.</summary>
/// <param name="Control">Its id.</param>
/// <param name="From">In the earlier run.</param>
/// <param name="To">In the later run.</param>
public sealed record ControlShift(string Control, int From, int To);

/// <summary>A host that differs.</summary>
/// <param name="Id">Its id.</param>
/// <param name="Name">Its name in the later run where it is in it, else in the earlier.</param>
/// <param name="From">In the earlier run; <see langword="null"/> when it is not in it.</param>
/// <param name="To">In the later run; <see langword="null"/> when it is not in it.</param>
public sealed record HostShift(string Id, string Name, ComparedHost? From, ComparedHost? To);

/// <summary>How a host stood at an instant.</summary>
/// <param name="Verdict">Its verdict.</param>
/// <param name="Reason">The reason of the verdict.</param>
/// <param name="Policy">Its policy; <see langword="null"/> for none.</param>
/// <param name="Revision">The revision that was required.</param>
/// <param name="Fails">The controls that it failed.</param>
public sealed record ComparedHost(Verdict Verdict, string Reason, string? Policy, int? Revision, IReadOnlyList<string> Fails);
