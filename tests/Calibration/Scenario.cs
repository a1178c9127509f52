namespace IwTune.Calibration;

/// <summary>A fleet and a revision, as numbers.</summary>
internal sealed record Scenario
{
    /// <summary>Mean share of connections that lose some of their first flight.</summary>
    public double Loss { get; init; } = 0.02;

    /// <summary>Coefficient of variation of a host's loss rate from slot to slot; 0 for independent losses.</summary>
    public double BurstCv { get; init; }

    /// <summary>How likely a burst goes on in the next slot.</summary>
    public double BurstLasts { get; init; }

    /// <summary>Rings with a control group; a last ring with everyone follows.</summary>
    public int Rings { get; init; } = 4;

    /// <summary>Time slots of each ring, after each of which the gate is evaluated.</summary>
    public int Looks { get; init; } = 10;

    /// <summary>The factor by which the revision raises first-flight loss; 0 and 1 for no effect.</summary>
    public double Effect { get; init; }

    /// <summary>Hosts of the rollout.</summary>
    public int Hosts { get; init; } = 100;

    /// <summary>Mean number of connections of a host in a slot; hosts have a third to three times as many.</summary>
    public int Connections { get; init; } = 20;

    /// <summary>Connections that each host reported before the rollout.</summary>
    public int Before { get; init; } = 5000;

    /// <summary>Coefficient of variation of the hosts' mean loss rates.</summary>
    public double HostCv { get; init; } = 0.7;

    /// <summary>Amplitude of a daily cycle of losses common to all hosts, as a logarithm; a day is four rings.</summary>
    public double Diurnal { get; init; }

    /// <summary>Share of the hosts that are absent at any time; they come and go.</summary>
    public double Absent { get; init; }

    /// <summary>Share of the hosts behind a provider that loses three times as much in half of the time.</summary>
    public double BadProvider { get; init; }

    /// <summary>Share of the fetches with a loss that wait for a retransmission time-out of a second.</summary>
    public double Timeouts { get; init; } = 0.2;

    /// <summary>Share of the hosts that report only the counters of all their traffic.</summary>
    public double Windows { get; init; }

    /// <summary>The rollout's false-positive rate.</summary>
    public double Alpha { get; init; } = 0.05;

    /// <summary>The rollout's largest rise, percentage points.</summary>
    public double MaxRise { get; init; } = 2;

    /// <summary>True when the revision changes nothing.</summary>
    public bool IsHarmless => Effect is 0 or 1;
}
