namespace IwTune.Agent.Tests.Cli.Surveying;

/// <summary>The time of this machine, but a wait of one given length takes the least that a probe needs between connections.</summary>
internal sealed class HastyClock(TimeSpan wait) : TimeProvider
{
    /// <summary>How often that wait was asked for.</summary>
    public int Waits { get; private set; }

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        if (dueTime != wait)
            return base.CreateTimer(callback, state, dueTime, period);
        Waits++;
        return base.CreateTimer(callback, state, Agent.Linux.Probing.Remote.RemoteProbe.Rest, period);
    }
}
