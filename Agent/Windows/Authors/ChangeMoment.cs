namespace IwTune.Agent.Windows.Authors;

/// <summary>When a change was made, as far as that is known.</summary>
/// <param name="After">Not before this: the look that did not show it yet.</param>
/// <param name="At">The last write of Windows' settings, or the look that showed the change.</param>
/// <param name="Exact">True when it is the time of the write.</param>
internal sealed record ChangeMoment(DateTimeOffset After, DateTimeOffset At, bool Exact)
{
    // The write is timed by Windows, the looks by the agent.
    private static readonly TimeSpan Skew = TimeSpan.FromSeconds(2);

    // Without an earlier look of this process.
    private static readonly TimeSpan Unseen = TimeSpan.FromMinutes(10);

    /// <param name="lastLook">The last look before the change; <see langword="null"/> when this process had none.</param>
    /// <param name="written">The last write of the settings; <see langword="null"/> when it cannot be read.</param>
    /// <param name="now">The present.</param>
    /// <returns>A write outside of the two looks was another one, and is not used.</returns>
    public static ChangeMoment Of(DateTimeOffset? lastLook, DateTimeOffset? written, DateTimeOffset now)
    {
        var after = lastLook ?? now - Unseen;
        return written is { } at && at >= after - Skew && at <= now + Skew ? new(after, at, true) : new(after, now, false);
    }
}
