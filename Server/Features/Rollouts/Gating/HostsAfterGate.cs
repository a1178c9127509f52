namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>The hosts of the rings whose gate is behind them, as they are when a later ring is judged.</summary>
/// <param name="Rings">Each of these rings that has hosts, in order; at least one.</param>
/// <param name="Ours">Their hosts that have checked in since the rollout started, without failed ones.</param>
/// <param name="Control">The control group in the same time; also only hosts that have checked in since.</param>
public sealed record HostsAfterGate(IReadOnlyList<RingAfterGate> Rings, SilentHosts Ours, SilentHosts Control)
{
    /// <summary>Those of the control group that count as silent and are back: hosts return from an outage one after the other.</summary>
    public int Back { get; init; }

    /// <summary>For how long they do.</summary>
    public TimeSpan Return { get; init; }
}

/// <summary>One ring whose gate is behind it.</summary>
/// <param name="Number">From 1.</param>
/// <param name="Hosts">Its hosts, without those that left.</param>
/// <param name="Failed">Those that did not keep the revision, or did not verify.</param>
/// <param name="Drifted">Others that differ from it now, and fail when that lasts.</param>
public sealed record RingAfterGate(int Number, int Hosts, int Failed, int Drifted = 0);

/// <summary>Hosts that were heard lately enough for their silence to say something.</summary>
/// <param name="All">How many there are.</param>
/// <param name="Silent">Those that have been silent for longer than the rules allow.</param>
public sealed record SilentHosts(int All, int Silent)
{
    /// <summary>And one more host.</summary>
    internal SilentHosts With(bool silent) => new(All + 1, Silent + (silent ? 1 : 0));
}
